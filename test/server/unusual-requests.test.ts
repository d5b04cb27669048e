import { describe, expect, it } from 'vitest'
import { RawConnection, rawRequest, sendRaw } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'

describe('the server answers', () => {
  it('a request of HTTP/1.0 without a Host', async () => {
    const server = await runServer()
    const answer = await sendRaw(server, rawRequest('GET /api/v0/users/1/volunteer HTTP/1.0', [TOKEN]))
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ user: { id: '1' } })
  })

  it('a request with an empty Host', async () => {
    const server = await runServer()
    const answer = await sendRaw(server, rawRequest('GET /api/v0/roles HTTP/1.1', ['Host:', TOKEN]))
    expect(answer.status).toBe(200)
  })

  it('a target in the absolute form, whatever its host', async () => {
    const server = await runServer()
    const first = 'GET http://reg.example.com/api/v0/users/1/volunteer?a=b HTTP/1.1'
    const answer = await sendRaw(server, rawRequest(first, [HOST, TOKEN]))
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ user: { id: '1' } })
  })

  it('pipelined requests, in their order', async () => {
    const server = await runServer()
    const connection = await RawConnection.open(server)
    const paths = ['/api/v0/users/1/volunteer', '/nowhere', '/api/v0/users/2/volunteer']
    connection.write(paths.map((path) => rawRequest(`GET ${path} HTTP/1.1`, [HOST, TOKEN])).join(''))
    await connection.answer(3)
    const bodies = connection.answers.map(({ body }) => JSON.parse(body) as unknown)
    expect(bodies).toMatchObject([{ user: { id: '1' } }, { code: 'unknown_path' }, { user: { id: '2' } }])
  })

  it('a GET with a body, which it leaves alone, and the next request on the connection', async () => {
    const server = await runServer()
    const connection = await RawConnection.open(server)
    const request = rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN, 'Content-Length: 5'], 'hello')
    connection.write(request + request)
    expect((await connection.answer(1)).status).toBe(200)
    expect((await connection.answer(2)).status).toBe(200)
  })

  it('a POST with a body by 405, and the next request on the connection', async () => {
    const server = await runServer()
    const connection = await RawConnection.open(server)
    const chunked = [HOST, TOKEN, 'Transfer-Encoding: chunked']
    connection.write(rawRequest('POST /api/v0/roles HTTP/1.1', chunked, '5\r\nhello\r\n0\r\n\r\n'))
    const refused = await connection.answer(1)
    expect(refused.status).toBe(405)
    expect(refused.headers.allow).toBe('GET, HEAD')
    connection.write(rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN]))
    expect((await connection.answer(2)).status).toBe(200)
  })

  it('a request that comes a byte at a time', async () => {
    const server = await runServer()
    const connection = await RawConnection.open(server)
    for (const byte of rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN])) {
      await connection.write(byte).flushed()
    }
    expect((await connection.answer()).status).toBe(200)
  })

  it.each(['DELETE', 'TRACE', 'PATCH', 'PROPFIND'])('%s by 405', async (method) => {
    const server = await runServer()
    const answer = await sendRaw(server, rawRequest(`${method} /api/v0/roles HTTP/1.1`, [HOST, TOKEN]))
    expect(answer.status).toBe(405)
  })

  it('a path of ten thousand characters, and repeats only the start of it', async () => {
    const server = await runServer()
    for (const path of [`/api/v0/users/${'9'.repeat(10_000)}/volunteer`, `/${'x/'.repeat(5000)}`]) {
      const answer = await sendRaw(server, rawRequest(`GET ${path} HTTP/1.1`, [HOST, TOKEN]))
      expect(answer.status).toBe(404)
      expect(answer.body.length).toBeLessThan(1000)
    }
  })

  it('two credentials by 400, be they the same or not', async () => {
    const server = await runServer()
    for (const second of [TOKEN, 'Authorization: Bearer mock-user-read']) {
      const answer = await sendRaw(server, rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN, second]))
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'invalid_request' })
    }
  })

  it('others, after a client went away half-way', async () => {
    const server = await runServer()
    const halves = [
      'GET /api/v0/ro',
      'GET /api/v0/roles HTTP/1.1\r\nHo',
      rawRequest('POST /api/v0/roles HTTP/1.1', [HOST, 'Content-Length: 1000'], 'ten bytes.'),
      rawRequest('POST /api/v0/roles HTTP/1.1', [HOST, 'Transfer-Encoding: chunked'], '5\r\nhe'),
      rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN]).repeat(50),
    ]
    for (const half of halves) {
      const connection = await RawConnection.open(server)
      await connection.write(half).flushed()
      connection.cut()
      await connection.closed
      expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
    }
  })
})
