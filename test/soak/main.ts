// npm run soak: tests the server with load, with bad clients and with clients of the admin API. Each response must equal
// that of `mock.fetch`, no connection may stay open, and memory must not grow.
import { connect as openSocket, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { createMock } from '../../src/index.js'
import { connect, startServer } from '../../src/server.js'
import { usedMemory } from '../support/used-memory.js'

const REQUESTS = process.argv.includes('--short') ? 60_000 : 2_000_000
const ROUNDS = 6
const ROLES = '/api/v0/roles'
const TOKEN = { authorization: 'Bearer mock-all-scopes' }
const options = { volunteerCount: 3000, roleCount: 2500, assumptions: { 'roles.limit': 'applied' } } as const

const mock = createMock(options)
const server = await startServer({ port: 0, ...options })
const faults: string[] = []

function expect(what: string, seen: unknown, wanted: unknown): void {
  const [got, expected] = [seen, wanted].map((value) => JSON.stringify(value).slice(0, 1500))
  if (got !== expected) faults.push(`${what}\n  got      ${got}\n  expected ${expected}`)
}

/** A request with the status and body of its response, which do not depend on other requests. */
async function exchange(path: string, headers = TOKEN, method: 'GET' | 'PUT' = 'GET') {
  const response = await mock.fetch(`http://conmock.test${path}`, { headers, method })
  return { path, headers, method, wanted: [response.status, await response.text()] }
}

const exchanges = await Promise.all([
  ...mock.volunteers.findMany().map(({ user }) => exchange(`/api/v0/users/${user.id}/volunteer`)),
  exchange(ROLES, { authorization: 'Bearer unknown' }),
  ...Array.from({ length: 100 }, (_, index) => exchange(`${ROLES}?limit=${index + 1}`)),
  exchange(`/${'x/'.repeat(3000)}`),
  exchange(ROLES, TOKEN, 'PUT'),
])

let created = 0

/** Creates a sandbox, uses it, and removes it. Leaves a stream of events before it ends. */
async function useSandbox(): Promise<void> {
  const name = `soak-${++created}`
  const remote = await connect(server.url)
  const sandbox = await remote.createSandbox(name, { seed: created, roleCount: 5 })
  const leaving = new AbortController()
  const events = await fetch(`${server.url}/__conmock/v1/events`, { signal: leaving.signal })
  const ask = async () => (await sandbox.fetch('/api/v0/users/900000/volunteer', { headers: TOKEN })).status
  const statuses = [await ask()]
  await sandbox.volunteers.create({ user: { id: '900000' } })
  await sandbox.faults.add({ when: { nth: 2 }, effect: { status: 429 } })
  const waiting = sandbox.requests.waitFor({ status: 429 }, { timeout: 20_000 })
  statuses.push(await ask(), await ask(), (await waiting).status)
  await sandbox.reset()
  expect(name, [...statuses, await ask()], [404, 200, 429, 429, 404])
  await events.body!.getReader().read()
  leaving.abort()
  await remote.deleteSandbox(name)
}

/** Disconnects early, and reads slowly. */
async function misbehave(): Promise<void> {
  const head = `GET ${ROLES}?limit=1000 HTTP/1.1\r\nHost: conmock.test\r\n`
  const page = `${head}Authorization: ${TOKEN.authorization}\r\n\r\n`
  // The last text is several megabytes of responses: more than the system buffers, so the server has to wait.
  const texts = [head, page.repeat(4), `${page.repeat(40)}${head}Connection: close\r\n\r\n`]
  const sockets = texts.map((text) => {
    const socket = openSocket(server.port, '127.0.0.1', () => socket.write(text))
    return socket.on('error', () => undefined)
  })
  const [half, leaver, slow] = sockets as [Socket, Socket, Socket]
  leaver.once('data', () => leaver.destroy())
  slow.pause()
  await delay(500)
  half.resetAndDestroy()
  let received = ''
  for await (const chunk of slow.setEncoding('latin1')) received += String(chunk)
  const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => status)
  expect('a slow reader', statuses.join(' '), `${'200 '.repeat(40)}401`)
}

/** Sends requests, and returns the used memory after a garbage collection. */
async function runRound(requests: number): Promise<number> {
  const pool = new Pool(server.url, { connections: 48, pipelining: 8 })
  let next = 0
  async function compareNext(): Promise<void> {
    // The step is prime, so the order differs from that of the list.
    const { wanted, ...asked } = exchanges[(next++ * 7919) % exchanges.length]!
    const { statusCode, body } = await pool.request(asked)
    expect(asked.path, [statusCode, await body.text()], wanted)
  }
  const isOver = () => next >= requests || faults.length >= 50
  async function repeat(run: () => Promise<void>): Promise<void> {
    do await run()
    while (!isOver())
  }
  const comparing = Array.from({ length: 384 }, () => compareNext)
  await Promise.all([...comparing, useSandbox, useSandbox, misbehave].map(repeat))
  await pool.close()
  return usedMemory()
}

// Warm-up: the mock generates its records.
await runRound(exchanges.length)
const used: number[] = []
while (used.length < ROUNDS) {
  used.push(await runRound(REQUESTS / ROUNDS))
  process.stdout.write(`${used.length}/${ROUNDS}: ${(used.at(-1)! / 2 ** 20).toFixed(1)} MiB\n`)
}
const growth = Math.min(...used.slice(-2)) - Math.min(...used.slice(0, 2))
// More than compiled code needs. A leak of one number per request would be 16 MB for 2,000,000 requests.
expect(`memory grew by ${growth} bytes`, growth > 3 * 2 ** 20, false)
// Longer than the server and the clients keep an unused connection open.
await delay(7000)
const open = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap')
expect('open connections', open.length, 0)
await server.close()
process.stdout.write([`${faults.length} faults`, ...faults.slice(0, 5)].join('\n\n') + '\n')
process.exit(faults.length === 0 ? 0 : 1)
