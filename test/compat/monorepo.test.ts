import { cpSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { codeBlocks, codeOf } from '../docs/code-blocks.js'
import { RunningCommand, type Outcome } from '../support/command.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const { managers, tarball, strict } = inject('installations')
const blocks = codeBlocks(new URL('../../docs/guides/server-rendering.md', import.meta.url))
const printUrl = codeOf(blocks, 'sh', 'url').trim()

const files = {
  'package.json': '{ "name": "monorepo", "private": true, "workspaces": ["app"] }',
  'pnpm-workspace.yaml': 'packages: ["app"]',
  'yarn.lock': '',
  '.yarnrc.yml':
    'enableGlobalCache: false\nenableTelemetry: false\nenableScripts: false\nenableImmutableInstalls: false\n',
  'app/package.json': JSON.stringify({
    name: 'app',
    type: 'module',
    scripts: { start: 'node app.js' },
    dependencies: { conmock: 'file:../conmock.tgz', msw: strict.stack.msw },
  }),
  'app/option.mjs': `${codeOf(blocks, 'ts', 'option')}console.log(NODE_OPTIONS)`,
  'app/app.js': 'console.log("app started")',
}

function run(
  folder: string,
  line: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const PATH = `${managers}${delimiter}${process.env['PATH']}`
  return RunningCommand.start('sh', ['-c', line], folder, { PATH, ...variables }).ended()
}

test.each([
  ['a pnpm monorepo', 'pnpm install --ignore-scripts --store-dir store', 'pnpm --filter app start', printUrl],
  ['Yarn PnP', 'yarn install', 'yarn workspace app start', `yarn ${printUrl}`],
])('in the root of %s, Node finds conmock/ssr by its URL only', async (_, install, startApp, print) => {
  const root = temporaryFolder(files)
  cpSync(tarball, join(root, 'conmock.tgz'))
  expect(await run(root, install)).toMatchObject({ code: 0 })
  const byName = await run(root, startApp, { NODE_OPTIONS: '--import conmock/ssr' })
  expect(byName.stderr).toContain("Cannot find package 'conmock'")
  const { stdout: url } = await run(join(root, 'app'), print)
  const option = await run(join(root, 'app'), print.replace(/--input-type.*/, 'option.mjs'))
  expect(option.stdout).toBe(`--import ${url}`)
  // Without a URL, the server would do nothing.
  const byUrl = { NODE_OPTIONS: `--import ${url.trim()}`, CONMOCK_URL: 'http://127.0.0.1:4020' }
  const stdout: unknown = expect.stringContaining('app started')
  expect(await run(root, startApp, byUrl)).toMatchObject({ code: 0, stdout })
})
