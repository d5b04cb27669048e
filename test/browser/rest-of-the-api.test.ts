import { beforeAll, expect, test } from 'vitest'
import { codeBlocks } from '../docs/code-blocks.js'
import { createSandbox, program } from '../docs/sandbox.js'
import { chromiumArguments, chromiumPath } from '../support/chromium.js'
import { RunningCommand } from '../support/command.js'

const blocks = codeBlocks(new URL('../../docs/guides/rest-of-the-api.md', import.meta.url))
const sandbox = createSandbox(['@playwright', '@types/node', 'msw', 'zod'], blocks)

/** Each of two tests cancels the pick-up of the same user, and neither sees what the other one did. */
const spec = `import { expect, test } from './test.js'

for (const first of ['planned', 'done'])
  test('cancels one that is ' + first, async ({ mock, page }, { parallelIndex }) => {
    console.log('worker ' + parallelIndex)
    await page.route('https://app.example.com/', (route) => route.fulfill({ body: 'app' }))
    await page.goto('https://app.example.com/')
    const { id } = await mock.pickups.find({ userId: '8' })
    if (first === 'done') await mock.pickups.update(id, { status: 'done' })
    const ask = (method) =>
      page.evaluate(async (method) => {
        const headers = { authorization: 'Bearer mock-all-scopes' }
        const url = 'https://reg.example.com/api/v0/users/8/pickup'
        const response = await fetch(url, { method, headers })
        return response.status === 200 ? (await response.json()).status : response.status
      }, method)
    expect([await ask('GET'), await ask('DELETE'), await ask('GET')]).toEqual([first, 204, 'canceled'])
    await mock.faults.add({ operation: 'getPickup', effect: { status: 503 } })
    expect(await ask('GET')).toBe(503)
  })
`

beforeAll(() => {
  const launchOptions = { executablePath: chromiumPath(), args: chromiumArguments }
  const config = { testDir: 'e2e', use: { launchOptions }, fullyParallel: true, workers: 2 }
  sandbox.write('playwright.config.ts', `export default ${JSON.stringify(config)}`)
  sandbox.write('e2e/pickups.spec.ts', spec)
})

test('the fixture of the guide gives each test of two workers its own records', async () => {
  const cli = program('node_modules/@playwright/test/cli.js')
  const args = [cli, 'test', '--reporter=line']
  const { stdout } = await RunningCommand.start(process.execPath, args, sandbox.folder, {}).ended()
  expect(stdout).toMatch(/^ +2 passed/m)
  expect(stdout).toContain('worker 0')
  expect(stdout).toContain('worker 1')
})
