import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server.js'
import { plainEnvironment, RunningCommand, startConmock } from '../support/command.js'
import { bearer, fetchFrom, runServer } from '../support/running-server.js'
import { codeOf } from './code-blocks.js'
import { withoutTimes } from './log-lines.js'
import { blocksOf } from './pages.js'
import { createSandbox, program, runCommands, runModule } from './sandbox.js'

const run = promisify(execFile)
const sandbox = createSandbox(['msw'])
const DEFAULT_URL = 'http://127.0.0.1:4020'

function codeIn(page: string, language: string, note: string): string {
  return codeOf(blocksOf(page), language, note)
}

/** The arguments of the only command in a block. */
function argumentsIn(page: string, note: string): string[] {
  const [npx, name, ...args] = codeIn(page, 'sh', note).trim().split(' ')
  expect([npx, name]).toEqual(['npx', 'conmock'])
  return args
}

/** Runs the curl commands of a block, and returns the JSON bodies that they print. */
async function runCurl(code: string, url: string): Promise<unknown[]> {
  const commands = code.replaceAll(DEFAULT_URL, url).replaceAll(/^curl(.*)$/gm, 'curl --silent$1; echo')
  const { stdout } = await run('bash', ['-ec', commands])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as unknown)
}

/** The statuses of requests for roles. */
async function statusesFrom(url: string, count = 3): Promise<number[]> {
  const all: number[] = []
  for (let sent = 0; sent < count; sent++) all.push((await fetchFrom({ url }, '/api/v0/roles')).status)
  return all
}

describe('errors and delays on a server', () => {
  const page = 'guides/errors-and-delays'

  test('come from flags', async () => {
    const flags = argumentsIn(page, 'faults').map((flag) => (flag === '200-800' ? '20-80' : flag))
    const { url } = await startConmock(...flags)
    expect(await statusesFrom(url)).toEqual([200, 503, 200])
  })

  test('come from a configuration file, as in the tutorial', async () => {
    sandbox.write('conmock.config.ts', codeIn(page, 'ts', 'conmock.config.ts'))
    const args = [program('dist/cli/bin.js'), '--port', '0', '--quiet']
    const command = RunningCommand.start(process.execPath, args, sandbox.folder)
    expect(await statusesFrom((await command.printed(/\n/)).trim())).toEqual([200, 503, 200])
    await command.stop()
  })

  test('come from curl', async () => {
    const { url, mock } = await runServer()
    const [slow, failing] = await runCurl(codeIn(page, 'sh', 'admin'), url)
    expect([slow, failing]).toEqual([{ id: '1' }, { id: '2' }])
    expect(mock.faults.all).toEqual([])
  })
})

describe('what did my app request, on a server', () => {
  const page = 'guides/check-requests'

  test('curl prints the request log', async () => {
    const server = await runServer()
    await fetchFrom(server, '/api/v0/roles')
    expect(await runCurl(codeIn(page, 'sh', 'requests'), server.url)).toMatchObject([
      [{ path: '/api/v0/roles', status: 200 }],
    ])
  })

  test('connect() waits for a request', async () => {
    const server = await runServer()
    const code = codeIn(page, 'ts', 'admin.ts').replace(DEFAULT_URL, server.url)
    const printed = runModule(sandbox, code)
    await expect.poll(() => server.mock.faults.all.length).toBe(1)
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

test('the example of the admin API runs', async () => {
  const { url } = await runServer()
  expect(await runCurl(codeIn('reference/admin-api', 'sh', ''), url)).toMatchObject([
    { user: { id: '42' }, departments: [] },
    { id: '1' },
    { status: 503 },
    [{ path: '/api/v0/roles', status: 503, fault: 'status=503' }],
  ])
})

describe('a local server', () => {
  const page = 'tutorials/local-server'

  test('starts with the command of the tutorial', () => {
    expect(argumentsIn(page, 'server')).toEqual(['--open'])
  })

  test('has the token of the settings, at the URL of the settings', async () => {
    const [, token] = /_TOKEN=(.*)/.exec(codeIn(page, 'ini', '.env.development.local'))!
    expect(codeIn(page, 'ini', '.env.development.local')).toContain(`_URL=${DEFAULT_URL}\n`)
    const { url } = await runServer()
    const response = await fetchFrom({ url }, '/api/v0/roles', { headers: bearer(token!) })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('says why requests were refused, in the response and in the log', async () => {
    const { url, command } = await startConmock()
    const bodies = await runCurl(codeIn(page, 'sh', 'refused'), url)
    expect(bodies).toMatchObject([{ status: 401 }, { status: 404, nearestOperation: 'GET /api/v0/roles' }])
    const { stdout } = await command.stop()
    const log = withoutTimes(stdout)
    for (const line of codeIn(page, 'text', '').trim().split('\n')) expect(log).toContain(line)
  })
})

describe('data files', () => {
  test('a small file is completed', async () => {
    const [write = '', serve = ''] = codeIn('guides/test-data', 'sh', 'small').trim().split('\n')
    expect(serve).toBe('npx conmock --data small.json')
    // `export` reads a data file like `serve`, but then exits.
    const printed = await runCommands(sandbox, `${write}\nnpx conmock export --data small.json`)
    expect(JSON.parse(printed)).toMatchObject({
      volunteers: [{ user: { id: '1', firstName: 'Ann', email: expect.any(String) as string } }],
      roles: [{ name: 'staff' }],
    })
  })

  test('the export is complete', async () => {
    const command = codeIn('guides/test-data', 'sh', 'export').replace(' > data.json', '')
    expect(JSON.parse(await runCommands(sandbox, command))).toMatchObject({
      $schema: expect.stringContaining('data.schema.json') as string,
      volunteers: expect.arrayContaining([expect.anything()]) as unknown,
    })
  })

  test('a db.json is served', async () => {
    const page = 'guides/migrate-from-json-server'
    const [flag, name] = argumentsIn(page, 'serve')
    const file = sandbox.write(name!, codeIn(page, 'json', 'db.json'))
    const { url } = await startConmock(flag!, file)
    const [volunteer, roles] = await runCurl(codeIn(page, 'sh', 'request'), url)
    expect(volunteer).toMatchObject({ user: { id: '42', preferredName: 'Sky' } })
    expect(roles).toMatchObject({ data: [{ name: 'staff' }, { name: 'nda-signed' }], nextPage: null })
  })
})

test.each([
  ['walks all pages', 'roles.py', '250 roles\n'],
  ['calls the admin API', 'admin.py', '1 volunteer\n'],
])('Python %s', async (_, name, printed) => {
  const { url } = await startConmock()
  const code = codeIn('tutorials/local-server', 'py', name).replace(DEFAULT_URL, url)
  const { stdout } = await run('python3', [sandbox.write(name, code)], { env: plainEnvironment() })
  expect(stdout).toBe(printed)
})

test('a job of CI waits for a server in the background', async () => {
  const port = await freePort()
  const commands = codeIn('guides/ci-docker-offline', 'sh', 'background')
    .replace('npx conmock', `npx conmock --port ${port}`)
    .replace(':4020', `:${port}`)
  expect(await runCommands(sandbox, `${commands}\necho ready\nkill %1`)).toContain('ready')
})

test('several replicas give the same data and accept the cursors of each other', async () => {
  const loop = codeIn('guides/ci-docker-offline', 'sh', 'replicas')
  const flags = /npx conmock --port \$port (.*) &/.exec(loop)![1]!.split(' ')
  const [first, second] = await Promise.all([startConmock(...flags), startConmock(...flags)])
  const page = await fetchFrom(first, '/api/v0/roles')
  const { nextPage } = (await page.json()) as { nextPage: string }
  const path = `/api/v0/roles?nextPage=${encodeURIComponent(nextPage)}`
  const [own, other] = await Promise.all([first, second].map((server) => fetchFrom(server, path)))
  expect(other!.status).toBe(200)
  expect(await other!.text()).toBe(await own!.text())
})

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = await startServer({ port: 0 })
  await server.close()
  return server.port
}
