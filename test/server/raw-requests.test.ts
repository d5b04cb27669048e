import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { http, HttpResponse } from 'msw'
import { afterAll, describe, expect, it } from 'vitest'
import { NodeRequest } from '../../src/server/node-request.js'
import { startServer } from '../../src/server.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const HOST = 'Host: conmock:4020'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
const PATH = '/api/v0/users/1/volunteer'

const get = (target: string, ...headers: string[]) => rawRequest(`GET ${target} HTTP/1.1`, headers)
const VALID = get(PATH, HOST, TOKEN)
const statusesOf = ({ answers }: RawConnection) => answers.map(({ status }) => status)

describe.each([
  ['without handlers', {}],
  ['with handlers', { handlers: [http.get('*/url', ({ request }) => HttpResponse.text(request.url))] }],
])('a server %s', (_server, options) => {
  const starting = startServer({ port: 0, assumptions: { 'token.endpoint': 'on' }, ...options })
  afterAll(async () => (await starting).close())

  it.each([
    ['an absolute target', get(`http://other.example:8080${PATH}?a=b`, HOST, TOKEN), 200],
    ['an absolute target with a scheme in upper case', get(`HTTP://other.example${PATH}`, HOST, TOKEN), 200],
    ['the target *', rawRequest('OPTIONS * HTTP/1.1', [HOST]), 404],
    ['a GET with a body', get(PATH, HOST, TOKEN, 'Content-Length: 5') + 'hello', 200],
    ['two credentials', get(PATH, HOST, TOKEN, TOKEN), 400],
  ])('answers %s, and reads the next request', async (_what, text, status) => {
    const connection = await RawConnection.open(await starting)
    await connection.write(text + VALID).answer(2)
    expect(statusesOf(connection)).toEqual([status, 200])
  })

  it('answers other clients after one disconnects during its request', async () => {
    const server = await starting
    const half = rawRequest('POST /api/v0/roles HTTP/1.1', [HOST, 'Content-Length: 1000'], 'ten bytes.')
    for (const text of ['', 'GET /api/v0/ro', half, VALID.repeat(50)]) {
      const connection = await RawConnection.open(server)
      await connection.write(text).flushed()
      connection.cut()
      await connection.closed
      expect((await fetchFrom(server, PATH)).status).toBe(200)
    }
  })
})

// HAProxy checks the health of servers with HTTP/1.0 and without a Host.
it('gives a handler the host of the target, the Host header, or the address of the server', async () => {
  const url = http.get('*/url', ({ request }) => HttpResponse.text(request.url))
  const server = await runServer({ handlers: [url] })
  const rows = [
    [get('http://other.example:8080/url?a=b', HOST), 'http://other.example:8080/url?a=b'],
    [get('/url?a=b', HOST), 'http://conmock:4020/url?a=b'],
    [rawRequest('GET /url HTTP/1.0'), `${server.url}/url`],
  ] as const
  for (const [text, seen] of rows) {
    expect((await (await RawConnection.open(server)).write(text).answer()).body).toBe(seen)
  }
})

it.each([
  ['a bad port in the Host', '/api/v0/roles', 'Host: localhost:99999', '"localhost:99999"'],
  ['a bad Host', '/api/v0/roles', 'Host: a b/c', '"a b/c"'],
  ['a bad port for the admin API', '/__conmock/v1', 'Host: localhost:99999', '"localhost:99999"'],
])('says what is wrong with %s', async (_what, path, host, detail) => {
  for (const handlers of [[], [http.get('*/own', () => undefined)]]) {
    const server = await runServer({ handlers })
    const connection = await RawConnection.open(server)
    const answer = await connection.write(get(path, host, TOKEN) + VALID).answer()
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({ detail: expect.stringContaining(detail) as string })
    expect((await connection.answer(2)).status).toBe(200)
  }
})

it('a backslash in a path is a slash, as in the URL standard', async () => {
  const server = await runServer()
  const connection = (await RawConnection.open(server)).write(get('/api\\v0/roles', HOST, TOKEN))
  expect((await connection.answer()).status).toBe(200)
  expect(server.mock.requests.last()).toMatchObject({ path: '/api/v0/roles' })
})

it('the body of a client that is already gone is incomplete', async () => {
  const incoming = new IncomingMessage(new Socket())
  incoming.destroy()
  await once(incoming, 'close')
  expect(await new NodeRequest(incoming).text(100)).toBeUndefined()
})
