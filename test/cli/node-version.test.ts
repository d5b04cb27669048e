import { expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { bin, RunningCommand } from '../support/command.js'

const manifest = manifestFile as { engines: { node: string } }

const dist = new URL('../../dist/', import.meta.url)

function runAs(version: string, ...args: readonly string[]) {
  const versions = `{ value: { ...process.versions, node: ${JSON.stringify(version)} } }`
  const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', ${encodeURIComponent(versions)})`
  return RunningCommand.start(process.execPath, ['--import', pretend, ...args]).ended()
}

test.each(['18.20.4', '20.18.3'])('the command line needs a newer Node than %s', async (version) => {
  const stderr = `conmock needs Node 20.19 or newer; this is ${version}\n`
  expect(await runAs(version, bin, 'openapi')).toEqual({ code: 2, stdout: '', stderr })
})

test.each(['20.19.0', '22.1.0'])('the command line works in Node %s', async (version) => {
  expect(manifest.engines.node).toBe('>=20.19')
  expect(await runAs(version, bin, 'openapi')).toMatchObject({ code: 0, stderr: '' })
})

test('each entry point throws in Node 18', async () => {
  const entries = ['index', 'server', 'pact', 'playwright', 'vitest']
  const urls = entries.map((entry) => new URL(`${entry}.js`, dist).href)
  const program = `for (const url of ${JSON.stringify(urls)}) await import(url).catch(({ message }) => console.log(message))`
  const { stdout } = await runAs('18.20.4', '--input-type=module', '--eval', program)
  const message = 'conmock needs Node 20.19 or newer; this is 18.20.4'
  expect(stdout.trim().split('\n')).toEqual(entries.map(() => message))
})
