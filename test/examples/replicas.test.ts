import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMock, type RoleList } from '../../src/index.js'
import { tokenForm } from '../support/ask.js'
import { bin } from '../support/command.js'
import { createFolder } from '../support/temporary-folder.js'

const run = promisify(execFile)
const example = fileURLToPath(new URL('../../examples/replicas/nginx.conf', import.meta.url))
const flags = ['--profile', 'reported', '--data', 'many-pages', '--quiet']

/** A running replica. */
interface Replica {
  readonly process: ChildProcess
  readonly port: number
}

async function startReplica(port = 0): Promise<Replica> {
  const args = [bin, '--port', String(port), ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { process: child, port: Number(new URL(line.trim()).port) }
}

async function kill({ process: child }: Replica): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const replicas: Replica[] = []
let nginx: ChildProcess
let socketPath: string

beforeAll(async () => {
  const folder = createFolder()
  mkdirSync(join(folder, 'nginx-temp'))
  for (let count = 0; count < 3; count++) replicas.push(await startReplica())
  // The example with other ports, because its own may be in use.
  socketPath = join(folder, 'nginx.sock')
  let config = readFileSync(example, 'utf8').replace('listen 127.0.0.1:4020', `listen unix:${socketPath}`)
  for (const [index, { port }] of replicas.entries())
    config = config.replace(`:402${index + 1};`, `:${port};`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, config)
  execFileSync('nginx', ['-t', '-p', folder, '-c', file], { stdio: 'pipe' })
  nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'inherit' })
  // nginx prints no message when it is ready.
  await vi.waitFor(() => ask('/'), { timeout: 10_000 })
})

afterAll(async () => {
  nginx.kill('SIGTERM')
  await once(nginx, 'exit')
  for (const replica of replicas) await kill(replica)
})

interface Reply {
  readonly status: number
  readonly body: string
}

/** Sends a request to nginx, with curl because `fetch` cannot use a Unix socket. */
async function ask(path: string, options: { token?: string; form?: string } = {}): Promise<Reply> {
  const { token, form } = options
  const header = token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]
  const body = form === undefined ? [] : ['--data', form]
  const target = ['--unix-socket', socketPath, `http://reg.example.com${path}`]
  const args = ['--silent', '--show-error', '--write-out', '\n%{http_code}', ...header, ...body, ...target]
  const { stdout } = await run('curl', args)
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
}

async function getToken(): Promise<string> {
  const { status, body } = await ask('/api/oauth/token', { form: String(tokenForm()) })
  expect(status).toBe(200)
  return (JSON.parse(body) as { access_token: string }).access_token
}

test('a client gets a token, and reads volunteers and 10,000 roles from replicas, one of which is restarted', async () => {
  const mock = createMock({ profile: 'reported', data: 'many-pages' })
  const init = { headers: { authorization: 'Bearer mock-all-scopes' } }
  const token = await getToken()

  for (let user = 1; user <= 27; user++) {
    const path = `/api/v0/users/${user}/volunteer`
    const expected = await mock.fetch(`http://mock${path}`, init)
    expect(await ask(path, { token })).toEqual({ status: 200, body: await expected.text() })
  }

  const ids: string[] = []
  let cursor: string | null | undefined
  for (let page = 0; page === 0 || cursor; page++) {
    if (page === 40) await kill(replicas[1]!)
    if (page === 60) replicas[1] = await startReplica(replicas[1]!.port)
    const query = cursor ? `?nextPage=${encodeURIComponent(cursor)}` : ''
    const { status, body } = await ask(`/api/v0/roles${query}`, { token })
    expect({ page, status }).toEqual({ page, status: 200 })
    const { data, nextPage } = JSON.parse(body) as RoleList
    ids.push(...data!.map(({ id }) => id))
    cursor = nextPage
  }
  expect(ids).toEqual(mock.roles.findMany().map(({ id }) => id))

  // The restarted replica accepts the old token, and each replica accepts the tokens of the others.
  const tokens = [token, await getToken(), await getToken(), await getToken()]
  for (const each of tokens) {
    for (let turn = 0; turn < 3; turn++) {
      expect((await ask('/api/v0/users/1/volunteer', { token: each })).status).toBe(200)
    }
  }
}, 60_000)
