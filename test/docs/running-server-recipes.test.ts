import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, test } from 'vitest'
import { RunningCommand } from '../support/command.js'
import { bearer, fetchFrom, runServer } from '../support/running-server.js'
import { codeBlocks, codeOf } from './code-blocks.js'
import { createSandbox, runModule } from './sandbox.js'

const run = promisify(execFile)
const blocks = codeBlocks(new URL('../../docs/guides/recipes.md', import.meta.url))
const sandbox = createSandbox([])
const DEFAULT_URL = 'http://127.0.0.1:4020'

afterAll(() => sandbox.remove())

/** Runs the curl commands of a block, and returns the JSON bodies that they print. */
async function runCurl(note: string, url: string): Promise<unknown[]> {
  const commands = codeOf(blocks, 'sh', note)
    .replaceAll(DEFAULT_URL, url)
    .replaceAll(/^curl(.*)$/gm, 'curl --silent$1; echo')
  const { stdout } = await run('bash', ['-ec', commands])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as unknown)
}

describe('change the mock while the server runs', () => {
  test('with curl', async () => {
    const { url, mock } = await runServer()
    const [slow, failing, journal] = await runCurl('control', url)
    expect(slow).toMatchObject({ effect: { delay: 2000 } })
    expect(failing).toMatchObject({ operation: 'listRoles', when: { first: 1 }, effect: { status: 503 } })
    expect(journal).toEqual({ requests: [], dropped: 0 })
    expect(mock.faults.all).toEqual([])
  })

  test('with connect()', async () => {
    const server = await runServer()
    const code = codeOf(blocks, 'ts', 'control.ts').replace(DEFAULT_URL, server.url)
    const printed = runModule(sandbox, code)
    await expect.poll(() => server.mock.faults.all.length, { timeout: 10_000 }).toBe(1)
    await fetchFrom(server, '/api/v0/roles')
    expect(await printed).toBe('503 status=503\n')
    expect(server.mock.faults.all).toEqual([])
  })

  test('/events prints requests', async () => {
    const server = await runServer()
    const stream = RunningCommand.start('curl', ['--silent', '-N', `${server.url}/__conmock/v1/events`])
    await expect
      .poll(async () => {
        await fetchFrom(server, '/api/v0/roles')
        return stream.stdout
      })
      .toContain('"path":"/api/v0/roles"')
  })
})

describe('parallel end-to-end tests share one server', () => {
  // Cypress is not installed here, so this test gives the code an own `cy`.
  test('by a header that Cypress adds', async () => {
    const server = await runServer()
    const hooks: (() => void)[] = []
    const sent: Promise<Response>[] = []
    const request = { headers: bearer('mock-user-read') as Record<string, string> }
    runInNewContext(codeOf(blocks, 'js', 'cypress/support/e2e.js').replace(DEFAULT_URL, server.url), {
      Cypress: { env: (name: string) => (name === 'SPACE' ? 'w3' : undefined) },
      beforeEach: (hook: () => void) => hooks.push(hook),
      cy: {
        // Cypress runs commands one after the other.
        request: (method: string, url: string, body: object) => {
          const headers = { 'content-type': 'application/json' }
          const before = sent.at(-1) ?? Promise.resolve()
          sent.push(before.then(() => fetch(url, { method, headers, body: JSON.stringify(body) })))
        },
        intercept: (_url: string, _options: object, handler: (given: typeof request) => void) =>
          handler(request),
      },
    })
    for (const hook of hooks) hook()
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.every((status) => status < 300)).toBe(true)
    await fetchFrom(server, '/api/v0/roles', request)
    expect(server.mock.requests.count()).toBe(0)
  })
})
