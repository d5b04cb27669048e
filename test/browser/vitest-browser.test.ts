import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeBlocks, codeOf } from '../docs/code-blocks.js'
import { chromiumArguments, chromiumPath } from '../support/chromium.js'
import { plainEnvironment, RunningCommand } from '../support/command.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { versions } from './versions.js'

const guide = codeBlocks(new URL('../../docs/guides/storybook-and-browser.md', import.meta.url))
let project: InstalledPackage

beforeAll(async () => {
  const packages = [
    `vitest@${versions.vitest}`,
    `@vitest/browser-playwright@${versions.vitest}`,
    `playwright@${versions.playwright}`,
    `msw@${versions.msw[0]}`,
  ]
  project = await installPackage({ packages })
  const init = [project.path('node_modules/msw/cli/index.js'), 'init', 'public', '--save']
  execFileSync(process.execPath, init, { cwd: project.path(''), env: plainEnvironment() })
  const launchOptions = { executablePath: chromiumPath(), args: chromiumArguments }
  project.write(
    'vitest.config.js',
    `import { playwright } from '@vitest/browser-playwright'
const provider = playwright({ launchOptions: ${JSON.stringify(launchOptions)} })
export default { test: { browser: { enabled: true, headless: true, provider, instances: [{ browser: 'chromium' }] } } }`,
  )
  project.write('browser-test.ts', codeOf(guide, 'ts', 'browser-test.ts'))
  const tests = `import { expect } from 'vitest'
import { test } from './browser-test'
const headers = { authorization: 'Bearer mock-user-read' }
const roles = async () => (await (await fetch('https://reg.example.com/api/v0/roles', { headers })).json()).data
test('has its own records', async ({ mock }) => {
  await mock.roles.clear()
  await mock.roles.create({ name: 'only here' })
  expect(await roles()).toMatchObject([{ name: 'only here' }])
})
test('starts fresh', async ({ mock }) => {
  expect(await roles()).toHaveLength(100)
  expect(mock.requests.count()).toBe(1)
})`
  for (const name of ['a', 'b']) project.write(`${name}.test.ts`, tests)
})
afterAll(() => project.remove())

test("the fixture for vitest's browser mode gives each test a fresh mock", async () => {
  const args = [project.path('node_modules/vitest/vitest.mjs'), 'run']
  const { stdout } = await RunningCommand.start(process.execPath, args, project.path('')).ended()
  expect(stdout).toMatch(/Tests +4 passed/)
})
