import type * as nodeHttp from 'node:http'
import { connect } from 'node:net'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const { serverOptions, servers } = vi.hoisted(() => ({
  serverOptions: [] as nodeHttp.ServerOptions[],
  servers: [] as nodeHttp.Server[],
}))

/** The clock of node:http cannot be replaced, so this file divides the time limits of the server by 100. */
const TIME_DIVISOR = 100

vi.mock('node:http', async (load) => {
  const real = await load<typeof nodeHttp>()
  function createServer(options: nodeHttp.ServerOptions, listener: nodeHttp.RequestListener) {
    serverOptions.push(options)
    const { headersTimeout = 0, requestTimeout = 0, connectionsCheckingInterval = 0 } = options
    const server = real.createServer(
      {
        ...options,
        headersTimeout: headersTimeout / TIME_DIVISOR,
        requestTimeout: requestTimeout / TIME_DIVISOR,
        connectionsCheckingInterval: connectionsCheckingInterval / TIME_DIVISOR,
      },
      listener,
    )
    servers.push(server)
    return server
  }
  return { ...real, createServer, default: { ...real, createServer } }
})

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const MS_FOR_HEAD = 100
const MS_FOR_ALL = 300
const LATE = 1500
const STOPS_IN_HEADER = `GET /api/v0/roles HTTP/1.1\r\n${HOST}\r\nAuthoriz`

const echo = http.post('*/echo', async ({ request }) => HttpResponse.text(await request.text()))

/** Rejects if a promise takes much longer than the time limits. */
function soon<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${LATE} ms`)), LATE)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function post(path: string, length: number, body: string): string {
  return rawRequest(`POST ${path} HTTP/1.1`, [HOST, FORM, `Content-Length: ${length}`], body)
}

const late = {
  status: 408,
  headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*', connection: 'close' },
}

describe('a server', () => {
  it('limits the head to 10 seconds and the request to 30, and checks every 2 seconds', async () => {
    await runServer()
    expect(serverOptions.at(-1)).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 2000,
    })
  })
})

describe.each([
  ['without handlers', { assumptions: { 'token.endpoint': 'on' } as const }],
  ['with handlers of the user', { assumptions: { 'token.endpoint': 'on' } as const, handlers: [echo] }],
])('a server %s', (_, options) => {
  it('answers 408 to a client that stops in a header, and closes the connection', async () => {
    const log: string[] = []
    const server = await runServer({ ...options, onRequest: ({ status }) => log.push(String(status)) })
    const start = performance.now()
    const connection = await RawConnection.open(server)
    const answer = await soon(connection.write(STOPS_IN_HEADER).answer())
    // A timer may fire a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(MS_FOR_HEAD - 2)
    expect(answer).toMatchObject(late)
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 408,
      code: 'malformed_request',
      detail: 'The request is malformed: it was not complete within the time limit.',
    })
    await soon(connection.closed)
    expect(connection.answers).toHaveLength(1)
    expect(log).toEqual(['408'])
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })

  it('closes a connection that was never used without an answer and an entry in the journal', async () => {
    const server = await runServer(options)
    const start = performance.now()
    const connection = await RawConnection.open(server)
    await soon(connection.closed)
    expect(performance.now() - start).toBeGreaterThan(MS_FOR_HEAD - 2)
    expect(connection.answers).toEqual([])
    expect(server.mock.requests.all()).toEqual([])
  })

  it('answers 408 if an unused body does not end after its request was answered', async () => {
    const connection = await RawConnection.open(await runServer(options))
    const start = performance.now()
    connection.write(rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN, 'Content-Length: 5'], 'hel'))
    expect((await connection.answer(1)).status).toBe(200)
    expect((await soon(connection.answer(2))).status).toBe(408)
    expect(performance.now() - start).toBeGreaterThan(MS_FOR_ALL - 2)
    await soon(connection.closed)
  })
})

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    servers.at(-1)!.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

describe('a client that keeps its half of the connection open', () => {
  // Otherwise such clients would use up the file descriptors.
  it.each([
    ['never sent a byte', ''],
    ['stopped in a header', STOPS_IN_HEADER],
  ])('is disconnected if it %s', async (_what, text) => {
    const { port } = await runServer()
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.write(text)
    await soon(new Promise<void>((resolve) => socket.resume().once('end', () => resolve())))
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: LATE })
  })
})

describe('a body that does not end in time', () => {
  it.each([
    ['with a length', post('/api/oauth/token', 50, 'grant_type=')],
    [
      'in chunks',
      rawRequest('POST /api/oauth/token HTTP/1.1', [HOST, FORM, 'Transfer-Encoding: chunked'], '50\r\ngrant'),
    ],
  ])('is answered with 408 by the token endpoint: %s', async (_what, text) => {
    const server = await runServer({ assumptions: { 'token.endpoint': 'on' } })
    const start = performance.now()
    const connection = await RawConnection.open(server)
    expect(await soon(connection.write(text).answer())).toMatchObject(late)
    expect(performance.now() - start).toBeGreaterThan(MS_FOR_ALL - 2)
    await soon(connection.closed)
    expect(connection.answers).toHaveLength(1)
  })

  // The handler waits for the rest of this body, so the server must not wait for the handler.
  it.each([
    ['a handler of the user', post('/echo', 5, 'hel'), {}],
    [
      'the token endpoint of a server with handlers',
      post('/api/oauth/token', 50, 'grant_type='),
      { assumptions: { 'token.endpoint': 'on' } as const },
    ],
  ])('is answered with 408 if %s waits for it', async (_what, text, more) => {
    const server = await runServer({ ...more, handlers: [echo] })
    const connection = await RawConnection.open(server)
    expect((await soon(connection.write(text).answer())).status).toBe(408)
    await soon(connection.closed)
  })
})
