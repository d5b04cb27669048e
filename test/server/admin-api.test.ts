import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunningServer } from '../../src/server.js'
import { callMember } from '../support/call-member.js'
import { RawConnection, rawRequest, sendRaw, type RawAnswer } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { stopClock } from './stop-clock.js'

const V1 = '/__conmock/v1'
const HEALTH = '/__conmock/health'
const JSON_TYPE = 'Content-Type: application/json'
const HOST = 'Host: localhost'

const CREATE = `POST ${V1}/sandboxes.create HTTP/1.1`

function create(server: RunningServer, lines: readonly string[], body = '["w1"]'): Promise<RawAnswer> {
  const all = [...lines, `Content-Length: ${Buffer.byteLength(body)}`]
  return sendRaw(server, rawRequest(CREATE, all, body))
}

function get(server: RunningServer, path: string, ...lines: readonly string[]): Promise<RawAnswer> {
  return sendRaw(server, rawRequest(`GET ${path} HTTP/1.1`, lines))
}

async function sandboxesOf({ url }: RunningServer): Promise<string[]> {
  const response = await callMember(url, 'sandboxes.all')
  return ((await response.json()) as { name: string }[]).map(({ name }) => name)
}

/** Whether the server still answers, and no sandbox was created. */
async function isUnharmed(server: RunningServer): Promise<boolean> {
  const { status } = await fetchFrom(server, '/api/v0/roles')
  return status === 200 && (await sandboxesOf(server)).join() === 'default'
}

function hasCors({ headers }: RawAnswer): boolean {
  return Object.keys(headers).some((name) => name.startsWith('access-control-'))
}

it.each([
  ['another host', 403, ['Host: evil.example']],
  ['two hosts', 400, ['Host: localhost', 'Host: localhost']],
])('the admin API refuses %s (%i)', async (_, status, lines) => {
  const server = await runServer()
  for (const answer of [await create(server, [...lines, JSON_TYPE]), await get(server, V1, ...lines)]) {
    expect(JSON.parse(answer.body)).toMatchObject({ status, error: 'AdminError' })
    expect([answer.status, hasCors(answer)]).toEqual([status, false])
  }
  expect(await isUnharmed(server)).toBe(true)
  // The request log is about the API.
  expect(server.mock.requests.all()).toMatchObject([{ path: '/api/v0/roles' }])
})

describe('the API', () => {
  it.each([
    ['a path of the admin API behind a sandbox', `/~default${V1}`],
    ['a path that dots lead to', `/x/..${V1}`],
    ['a path with an encoded letter', '/__conmoc%6b/v1'],
    ['a path with two slashes', `/${V1}`],
    ['an absolute target', `http://localhost${V1}`],
  ])('answers %s', async (_, path) => {
    for (const handlers of [[], [http.get('*/own', () => undefined)]]) {
      const server = await runServer({ handlers })
      const answer = await get(server, path, HOST)
      expect(answer).toMatchObject({ status: 404, headers: { 'access-control-allow-origin': '*' } })
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'unknown_path' })
    }
  })

  it('is not reached through the admin API', async () => {
    const server = await runServer()
    const answer = await get(
      server,
      '/__conmock/../api/v0/roles',
      HOST,
      'Authorization: Bearer mock-all-scopes',
    )
    expect(JSON.parse(answer.body)).toMatchObject({ status: 404, error: 'AdminError' })
    expect(server.mock.requests.all()).toEqual([])
  })
})

describe('the health', () => {
  const ok = { status: 'ok', version: expect.any(String) as string }

  it.each([['Host: conmock:4020'], ['Host: evil.example', 'Origin: http://evil.example'], ['Host:']])(
    'can be read with %s %s',
    async (...lines) => {
      const server = await runServer({ admin: { token: 'secret' } })
      const { status, body, ...answer } = await get(server, HEALTH, ...lines)
      expect({ status, body: JSON.parse(body) as unknown }).toEqual({ status: 200, body: ok })
      expect(hasCors({ status, body, ...answer })).toBe(false)
      expect((await sendRaw(server, rawRequest(`GET ${HEALTH} HTTP/1.0`))).status).toBe(200)
      expect((await fetch(server.url + HEALTH, { method: 'HEAD' })).status).toBe(200)
      expect((await fetch(server.url + HEALTH, { method: 'POST' })).status).toBeGreaterThanOrEqual(400)
    },
  )
})

it('HEAD of the events ends, and has their headers', async () => {
  const { url } = await runServer()
  const { status, headers } = await fetch(`${url}${V1}/events`, { method: 'HEAD' })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
})

describe('GET /', () => {
  it('comes before the handlers of the user', async () => {
    const server = await runServer({ handlers: [http.all('*/', () => HttpResponse.text('mine'))] })
    expect(await (await fetch(server.url)).text()).not.toBe('mine')
    expect(await (await fetch(server.url, { method: 'POST' })).text()).toBe('mine')
  })

  it('is a path of the API without the admin API', async () => {
    const handlers = [http.get('*/mine', () => HttpResponse.json({}))]
    for (const options of [{ admin: false }, { admin: false, handlers }]) {
      const server = await runServer(options)
      for (const path of ['/', HEALTH, V1]) {
        const response = await fetch(server.url + path, { headers: { accept: 'application/json' } })
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(await response.json()).toMatchObject({ status: 404, code: 'unknown_path' })
      }
    }
  })
})

describe('the server survives', () => {
  const endless = [HOST, JSON_TYPE, 'Transfer-Encoding: chunked']

  it('a body that is aborted', async () => {
    const server = await runServer()
    for (const lines of [endless, [HOST, JSON_TYPE, 'Content-Length: 100']]) {
      const connection = await RawConnection.open(server)
      await connection.write(rawRequest(CREATE, lines, '2\r\n["')).flushed()
      connection.cut()
      await connection.closed
    }
    expect(await isUnharmed(server)).toBe(true)
  })

  it('a body that does not end', async () => {
    const server = await runServer()
    const connection = await RawConnection.open(server)
    connection.write(rawRequest(CREATE, endless))
    const chunk = `100000\r\n${' '.repeat(2 ** 20)}\r\n`
    for (let count = 0; count < 11; count++) connection.write(chunk)
    // The client must not use the connection again, because the server closes it.
    expect(await connection.answer()).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect(await isUnharmed(server)).toBe(true)
  })

  it('requests in one packet with requests to the API, and answers them in order', async () => {
    const server = await runServer()
    const token = 'Authorization: Bearer mock-all-scopes'
    const roles = rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, token])
    const health = rawRequest(`GET ${HEALTH} HTTP/1.1`, [HOST])
    const sandbox = rawRequest(CREATE, [HOST, JSON_TYPE, 'Content-Length: 6'], '["w1"]')
    const inSandbox = rawRequest('GET /~w1/api/v0/roles HTTP/1.1', [HOST, token])
    const connection = await RawConnection.open(server)
    connection.write([roles, health, sandbox, roles, inSandbox].join(''))
    await connection.answer(5)
    const seen = connection.answers.map(({ status, body }) => `${status} ${body.slice(0, 7)}`)
    // A client that does not wait for the answer must not expect the sandbox.
    expect(seen).toEqual(['200 {"data"', '200 {"statu', '204 ', '200 {"data"', '404 {"type"'])
  })
})

/** Opens streams of events that the client does not read. */
function openUnread(server: RunningServer, count: number): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(server.port, '127.0.0.1').pause()
      socket.on('error', () => undefined)
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      socket.write(rawRequest(`GET ${V1}/events HTTP/1.1`, [HOST]))
      return socket
    }),
  )
}

describe('close', () => {
  it('closes at once with open event streams and long polls', async () => {
    const server = await runServer()
    const streams = await Promise.all(Array.from({ length: 5 }, () => fetch(`${server.url}${V1}/events`)))
    const wait = '[{ "status": 418 }, { "timeout": 60000 }]'
    const lines = [HOST, JSON_TYPE, `Content-Length: ${wait.length}`]
    const poll = await RawConnection.open(server)
    await poll.write(rawRequest(`POST ${V1}/default/requests.waitFor HTTP/1.1`, lines, wait)).flushed()
    await fetchFrom(server, HEALTH)
    const texts = streams.map((response) => response.text())
    stopClock()
    await server.close()
    expect((await Promise.all(texts)).every((text) => text.startsWith(':'))).toBe(true)
    const { status, body } = await poll.answer()
    expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({
      status: 409,
      detail: expect.stringContaining('stopped') as string,
    })
  })

  it.each([
    ['100 event streams that no client reads', 100, 10],
    ['event streams that are full', 3, 400],
  ])('is prompt with %s', async (_, count, requests) => {
    const warnings: unknown[] = []
    const note = ({ name, message }: Error) =>
      name === 'MaxListenersExceededWarning' && warnings.push(message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const server = await runServer()
    const sockets = await openUnread(server, count)
    await sandboxesOf(server)
    // More than the system buffers for a connection.
    const long = `/${'x'.repeat(15_000)}`
    for (let sent = 0; sent < requests; sent += 10) {
      await Promise.all(Array.from({ length: 10 }, () => fetchFrom(server, long)))
    }
    stopClock()
    await server.close()
    for (const socket of sockets) socket.destroy()
    expect(warnings).toEqual([])
  })
})
