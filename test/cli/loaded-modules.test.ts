import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bin, RunningCommand } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { temporaryFile } from '../support/temporary-folder.js'

/** A module with which Node writes the URL of each loaded module to a file. */
function recorder(file: string): string {
  const hooks = `
    import { appendFileSync } from 'node:fs'
    export function load(url, context, next) {
      appendFileSync(${JSON.stringify(file)}, url + '\\n')
      return next(url, context)
    }`
  const register = `
    import { register } from 'node:module'
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}))`
  return `data:text/javascript,${encodeURIComponent(register)}`
}

/** Reads the packages and files that a recorder has written. */
function readLoaded(file: string) {
  const urls = readFileSync(file, 'utf8').trim().split('\n')
  const packages = urls.flatMap((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? [])
  const chunks = urls.flatMap((name) => /\/dist\/chunks\/(.*)/.exec(name)?.[1] ?? [])
  const own = urls.filter((name) => name.includes('/dist/'))
  return { packages: [...new Set(packages)].toSorted(), chunks: chunks.toSorted(), own: own.length }
}

/** The modules that a server has loaded after it answered different requests. */
async function loadedBy(more: readonly string[] = [], ...flags: readonly string[]) {
  const file = temporaryFile('loaded.txt', '')
  const args = ['--import', recorder(file), bin, '--port', '0', '--json', '--quiet', ...flags]
  const command = RunningCommand.start(process.execPath, args)
  const { url } = JSON.parse(await command.printed(/\n/)) as { url: string }
  const paths = ['/api/v0/users/1/volunteer', '/api/v0/roles', '/api/v0/users/none/volunteer', '/x']
  for (const path of [...paths, ...more]) await (await fetchFrom({ url }, path)).text()
  await command.stop()
  return readLoaded(file)
}

it('a server loads few files, and neither msw, the HTTP adapter nor the verification', async () => {
  const { packages, own, chunks } = await loadedBy([], '--set', 'roles.pageSize=10')
  expect(packages).toEqual(['commander', 'picocolors'])
  expect(chunks.filter((name) => /http-adapter|verification|admin|watch|open/.test(name))).toEqual([])
  expect(own).toBeLessThan(10)
})

it('a server loads the admin API at the first request to it, no HTTP adapter, and no more for the dashboard', async () => {
  const health = await loadedBy(['/__conmock/health'])
  expect(health.packages).toEqual(['commander', 'picocolors'])
  expect(health.chunks).toContain('admin.js')
  expect(health.chunks).not.toContain('http-adapter.js')
  expect(await loadedBy(['/', '/__conmock/dashboard/icon.svg'])).toEqual(health)
})

it('the command openapi does not load msw', async () => {
  const file = temporaryFile('loaded.txt', '')
  const command = RunningCommand.start(process.execPath, ['--import', recorder(file), bin, 'openapi'])
  expect(await command.ended()).toMatchObject({ code: 0 })
  const { packages, own } = readLoaded(file)
  expect(own).toBeGreaterThan(0)
  expect(packages).toEqual(['commander', 'picocolors'])
})
