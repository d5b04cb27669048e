import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { RunningCommand } from '../support/command.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('is a page as soon as it is built, and until then a problem that says how to build it', async () => {
  const copy = temporaryFolder({ 'package.json': readFileSync(path.join(root, 'package.json'), 'utf8') })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const dashboard = path.join(root, 'dist/dashboard')
  const filter = (file: string) => file !== dashboard
  cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true, filter })
  const args = [path.join(copy, 'dist/cli/bin.js'), '--port', '0', '--quiet']
  const command = RunningCommand.start(process.execPath, args)
  const url = (await command.printed(/\n/)).trim()

  for (const file of ['/', '/__conmock/dashboard/icon.svg']) {
    const response = await fetch(url + file)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    const detail: unknown = expect.stringContaining('npm run build')
    expect(await response.json()).toMatchObject({ status: 404, detail })
  }
  expect((await fetch(`${url}/__conmock/v1`)).status).toBe(200)

  cpSync(dashboard, path.join(copy, 'dist/dashboard'), { recursive: true })
  expect(await (await fetch(url)).text()).toBe(readFileSync(path.join(dashboard, 'index.html'), 'utf8'))
})
