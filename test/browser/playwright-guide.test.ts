import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../src/server.js'
import { listen } from '../pact/support/servers.js'
import { codeBlocks, codeOf } from '../docs/code-blocks.js'
import { createSandbox, program } from '../docs/sandbox.js'
import { chromiumArguments, chromiumPath } from '../support/chromium.js'
import { RunningCommand } from '../support/command.js'

const blocks = codeBlocks(new URL('../../docs/guides/playwright.md', import.meta.url))
const sandbox = createSandbox(['@playwright', '@types/node', 'msw'])
const files = blocks.filter(({ note }) => note.startsWith('e2e/'))

/** The app of the guide, with the URL of its API. */
const app = (apiUrl: string) => `<!doctype html>
  <h1></h1><p role="alert"></p><button>Try again</button>
  <script>
    const user = new URLSearchParams(location.search).get('user')
    async function show() {
      const headers = { authorization: 'Bearer mock-all-scopes' }
      const response = await fetch('${apiUrl}/api/v0/users/' + user + '/volunteer', { headers })
      if (response.ok)
        document.querySelector('h1').textContent = 'Hello, ' + (await response.json()).user.preferredName
      if (response.status === 404) document.querySelector('p').textContent = 'No such volunteer'
    }
    document.querySelector('button').onclick = show
    void show()
  </script>`

let apiUrl = 'https://reg.example.com'
const server = createServer((request, response) => {
  if (request.url === '/moved')
    return void response.writeHead(302, { location: `${apiUrl}/api/v0/roles?secret=1` }).end()
  response.setHeader('content-type', 'text/html')
  response.end(app(apiUrl))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const launchOptions = { executablePath: chromiumPath(), args: chromiumArguments }
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sandbox.write(
    'playwright.config.ts',
    `export default { use: ${JSON.stringify({ baseURL, launchOptions })}, fullyParallel: true }`,
  )
  for (const { note, code } of files) sandbox.write(note, code)
})

afterAll(() => void server.close())

async function runTests(environment: Record<string, string> = {}, name = 'volunteer'): Promise<string> {
  const cli = program('node_modules/@playwright/test/cli.js')
  const args = [cli, 'test', name, '--reporter=line']
  return (await RunningCommand.start(process.execPath, args, sandbox.folder, environment).ended()).stdout
}

test('the tests pass without a server', async () => {
  expect(await runTests()).toMatch(/^ +3 passed/m)
})

test('a wrong base URL is in the report, with the URL that the page requests', async () => {
  apiUrl = 'https://other.example.com'
  const printed = await runTests({}, 'volunteer.spec.ts:3')
  expect(printed).toMatch(/^ +1 failed/m)
  expect(printed).toContain('The mock got no requests. It answers those below https://reg.example.com')
  expect(printed).toContain('other URLs: https://other.example.com/api/v0/users/42/volunteer')
  expect(printed).toContain('To answer them, set baseUrl to https://other.example.com')
})

test('the same tests run with the mock, and those that use it are skipped with the real backend', async () => {
  const spec = codeOf(blocks, 'ts', 'e2e/volunteer.spec.ts').replace('./test.js', './both-test.js')
  sandbox.write('e2e/both.spec.ts', spec)
  apiUrl = 'https://reg.example.com'
  const names = 'both.spec.ts:3'
  expect(await runTests({}, names)).toMatch(/^ +1 passed/m)
  expect(await runTests({ API: 'real' }, names)).toMatch(/^ +1 skipped/m)
})

test('the tests pass on a server', async () => {
  const spec = codeOf(blocks, 'ts', 'e2e/volunteer.spec.ts')
  const onServer = spec.replace(
    "import { expect, test } from './test.js'",
    "import { expect } from '@playwright/test'\nimport { test } from './server-test.js'",
  )
  sandbox.write('e2e/volunteer.spec.ts', onServer)
  const running = await startServer({ port: 0 })
  apiUrl = running.url
  try {
    expect(await runTests({ CONMOCK_URL: running.url })).toMatch(/^ +3 passed/m)
  } finally {
    await running.close()
  }
})

test('the requests that pass the fixture by are in the report', async () => {
  sandbox.write(
    'e2e/past.spec.ts',
    `import { expect, test as base } from '@playwright/test'
    import { conmock } from 'conmock/playwright'

    const [baseUrl, server] = [process.env.API_URL, process.env.CONMOCK_URL]
    const test = base.extend(conmock({ baseUrl, server }))

    test('continues', async ({ mock, page }) => {
      await mock.faults.add({ operation: 'listRoles', effect: { status: 503 } })
      await page.route('**/api/v0/role?*', (route) => route.continue())
      await page.goto('/')
      await page.evaluate(async (url) => {
        const cancelled = new AbortController()
        fetch(url + '/api/v0/users/cancelled', { headers: { authorization: 'x' }, signal: cancelled.signal }).catch(() => {})
        cancelled.abort()
        await fetch(url + '/api/v0/role?secret=1')
      }, baseUrl)
      expect(1).toBe(2)
    })
    test('redirects', async ({ page }) => {
      await page.goto('/')
      // An image, because Playwright does not report each redirect of fetch.
      const asked = page.waitForRequest('**/api/v0/roles?*')
      await page.evaluate(() => void (new Image().src = '/moved'))
      await (await asked).response()
      expect(1).toBe(2)
    })`,
  )
  const api = createServer((_, response) => response.setHeader('access-control-allow-origin', '*').end())
  apiUrl = await listen(api)
  const past = 'Requests that missed the mock because of a route in the test or a redirect:\n'
  const continued = await runTests({ API_URL: apiUrl }, 'past.spec.ts:7')
  expect(continued).toMatch(/^ +1 failed/m)
  expect(continued).toContain('No request met the fault {"operation":"listRoles","effect":{"status":503}}.')
  expect(continued.replace(/^ +/gm, '')).toContain(`${past}${apiUrl}/api/v0/role\n`)
  expect(continued).not.toContain('/cancelled')
  const redirected = await runTests({ API_URL: apiUrl }, 'past.spec.ts:19')
  expect(redirected.replace(/^ +/gm, '')).toContain(`${past}${apiUrl}/api/v0/roles (after a redirect)\n`)

  // Playwright keeps the header with the sandbox over a redirect.
  const running = await startServer({ port: 0 })
  apiUrl = running.url
  try {
    const onServer = await runTests({ CONMOCK_URL: apiUrl }, 'past.spec.ts:19')
    expect(onServer).toContain('GET /api/v0/roles?secret=… 401')
    expect(onServer).not.toContain('missed the mock')
  } finally {
    await running.close()
  }
})

test('a server that cannot be reached is one line for each test', async () => {
  sandbox.write(
    'e2e/stops.spec.ts',
    `import { expect, test as base } from '@playwright/test'
    import { conmock } from 'conmock/playwright'
    import { startServer } from 'conmock/server'

    // Playwright also loads this file without running its tests.
    const server = process.env.TEST_WORKER_INDEX && (await startServer({ port: 0 }))
    const url = server?.url ?? 'http://127.0.0.1:9'
    const test = base.extend(conmock({ server: url }))

    base.extend(conmock({ server: 'http://127.0.0.1:9' }))('has not started', ({ mock }) => mock.reset())
    test('stops before a call', async ({ mock }) => {
      await server.close()
      await mock.reset()
    })
    test('stops before a request of the page', async ({ page }) => {
      await server.close()
      const init = { headers: { authorization: 'Bearer mock-all-scopes' } }
      expect(await page.evaluate(([to, options]) => fetch(to, options).catch(String), [url, init])).toBe('a')
    })
    test('stops at the end', async ({ mock }) => {
      await mock.reset()
      await server.close()
    })`,
  )
  const printed = await runTests({}, 'stops')
  expect(printed).toMatch(/^ +4 failed/m)
  const errors = Array.from(printed.matchAll(/^ +(\w*Error: .*)$/gm), ([, error = '']) => error)
  const [unanswered, ...unreachable] = errors.toSorted()
  expect(unanswered).toContain('toBe(expected)')
  expect(unreachable).toHaveLength(4)
  for (const error of unreachable)
    expect(error).toMatch(
      /cannot reach http:\S+: .+\. Check the URL, and that the server runs: npx conmock\.$/,
    )
  // Only the call of the test has a stack.
  expect(printed.match(/at exchange/g)).toHaveLength(1)
})
