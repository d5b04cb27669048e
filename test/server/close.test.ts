import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer, type RunningServer } from '../../src/server.js'
import { startServer as openServer } from '../../src/server/start-server.js'
import { api } from '../support/convention.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { heldHandler } from './held-handler.js'
import { stopClock } from './stop-clock.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const HALF_FORM = rawRequest('POST /api/oauth/token HTTP/1.1', [HOST, FORM, 'Content-Length: 50'], 'grant')
/** After this time, `close` cuts the remaining connections. */
const LIMIT = 5000

const assumptions = { 'token.endpoint': 'on', 'roles.pageSize': 10_000 } as const
const echo = http.post('*/echo', async ({ request }) => HttpResponse.text(await request.text()))

/** Opens a connection, and waits until the server has received this part of a request. */
async function holding(server: RunningServer, text: string): Promise<RawConnection> {
  const connection = await RawConnection.open(server)
  await connection.write(text).flushed()
  // The server reads in the order of arrival, so it has received the text when it answers this request.
  expect((await fetchFrom(server, '/api/v0/users/1/volunteer')).status).toBe(200)
  return connection
}

describe.each([
  ['without handlers', { assumptions }],
  ['with handlers of the user', { assumptions, handlers: [echo] }],
])('close of a server %s', (_, options) => {
  it.each([
    ['in the first line', 'GET /api/v0/ro'],
    ['in a header', `GET /api/v0/roles HTTP/1.1\r\n${HOST}\r\nAuthoriz`],
    ['in a body that the server waits for', HALF_FORM],
  ])('waits 5 seconds for a slow request, and then cuts it: %s', async (_what, text) => {
    const server = await runServer(options)
    const connection = await holding(server, text)
    stopClock()
    let closed = false
    const closing = server.close().then(() => (closed = true))
    vi.advanceTimersByTime(LIMIT - 1)
    await connection.flushed()
    expect(closed).toBe(false)
    vi.advanceTimersByTime(1)
    await closing
    await connection.closed
    expect(connection.received).toBe('')
  })

  it('asks clients to close connections, and waits for their next request if it should', async () => {
    const server = await openServer(api, { port: 0, ...(options as object) }, { idleMs: 60_000 })
    const request = rawRequest('GET /api/v0/users/1/volunteer HTTP/1.1', [HOST, TOKEN])
    const [idle, slow] = [await RawConnection.open(server), await RawConnection.open(server)]
    expect((await idle.write(request).answer()).headers).not.toMatchObject({ connection: 'close' })
    server.mock.faults.add({ when: { first: 1 }, effect: { delay: 200 } })
    slow.write(request)
    await vi.waitUntil(() => server.mock.faults.all[0]!.hits === 1, { interval: 1 })
    const closing = server.close()
    const answers = [await idle.write(request).answer(2), await slow.answer()]
    expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([
      [200, 'close'],
      [200, 'close'],
    ])
    await closing
  })

  it('answers a slow request that ends in time, and then resolves', async () => {
    const server = await runServer(options)
    const connection = await holding(server, `GET /api/v0/users/1/volunteer HTTP/1.1\r\n${HOST}\r\n`)
    stopClock()
    const closing = server.close()
    connection.write(`${TOKEN}\r\n\r\n`)
    expect((await connection.answer()).status).toBe(200)
    await closing
    await connection.closed
  })

  // node:http treats a connection as idle when it has passed the whole response to the system. Bytes that the system has
  // not accepted yet would be lost, so this test needs several megabytes.
  it('lets a client read the rest of a response that has begun', async () => {
    const server = await runServer({ ...options, roleCount: 100_000 })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN]).repeat(40))
    await vi.waitUntil(() => connection.received !== '', { interval: 1, timeout: 10_000 })
    await server.close()
    await connection.closed
    const begun = connection.received.split('HTTP/1.1 200 OK').length - 1
    expect(connection.answers).toHaveLength(begun)
  })

  it('cuts idle connections without waiting', async () => {
    const server = await runServer(options)
    const silent = await Promise.all(Array.from({ length: 200 }, () => RawConnection.open(server)))
    const kept = await Promise.all(Array.from({ length: 50 }, () => holding(server, '')))
    for (const connection of kept) {
      await connection.write(rawRequest('GET /api/v0/users/1/volunteer HTTP/1.1', [HOST, TOKEN])).answer()
    }
    stopClock()
    await expect(server.close()).resolves.toBeUndefined()
    await Promise.all([...silent, ...kept].map(({ closed }) => closed))
  })
})

describe('close', () => {
  it('frees the port', async () => {
    const { port, close } = await startServer({ port: 0 })
    await close()
    await expect(RawConnection.open({ port })).rejects.toThrow('ECONNREFUSED')
    const next = await runServer({ port })
    expect(next.port).toBe(port)
  })

  it('may be called several times, together and later', async () => {
    const server = await runServer()
    await Promise.all([server.close(), server.close()])
    await expect(server.close()).resolves.toBeUndefined()
  })

  // Node reads the body of a handler's `Response` with the global queueMicrotask.
  it.each([
    ['of the API', false, ['queueMicrotask'] as const],
    ['of a handler', true, []],
  ])(
    'accepts no more connections, waits for a running response %s, and resolves under fake timers',
    async (_, hasHandler, more) => {
      const held = heldHandler()
      const server = await runServer({ handlers: [held.handler] })
      server.mock.faults.add({ operation: 'listRoles', effect: { delay: 100 } })
      const connection = await RawConnection.open(server)
      connection.write(rawRequest(`GET ${hasHandler ? '/held' : '/api/v0/roles'} HTTP/1.1`, [HOST]))
      await (hasHandler
        ? held.asked
        : vi.waitUntil(() => server.mock.faults.all[0]!.hits === 1, { interval: 1 }))
      vi.useFakeTimers({
        toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance', ...more],
      })
      onTestFinished(() => void vi.useRealTimers())
      let closed = false
      const closing = server.close().then(() => (closed = true))
      await expect(RawConnection.open(server)).rejects.toThrow('ECONNREFUSED')
      expect(closed).toBe(false)
      held.release()
      expect((await connection.answer()).status).toBe(hasHandler ? 200 : 401)
      await closing
    },
  )
})
