import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { runServer } from '../support/running-server.js'

const TOKEN = 'Authorization: Bearer mock-all-scopes'
const stream = http.get('*/stream', () => {
  const parts = ['a', 'b', 'c'].map((part) => new TextEncoder().encode(part))
  return new HttpResponse(
    new ReadableStream({
      pull(controller) {
        const part = parts.shift()
        if (part) controller.enqueue(part)
        else controller.close()
      },
    }),
  )
})
const url = http.get('*/url', ({ request }) => HttpResponse.text(request.url))

function get(path: string, ...headers: readonly string[]): string {
  return rawRequest(`GET ${path} HTTP/1.0`, [TOKEN, ...headers])
}

describe.each([
  ['as it starts', {}],
  ['with handlers of the user', { handlers: [stream, url] }],
])('HTTP/1.0 of a server %s', (_, options) => {
  const path = '/api/v0/users/1/volunteer'

  it('is answered once, and then the connection is closed', async () => {
    const connection = await RawConnection.open(await runServer(options))
    connection.write(get(path))
    await connection.closed
    expect(connection.answers).toMatchObject([{ status: 200, headers: { connection: 'close' } }])
  })

  it('keeps the connection for a client that asks for it', async () => {
    const connection = await RawConnection.open(await runServer(options))
    const kept = await connection.write(get(path, 'Connection: keep-alive')).answer(1)
    expect(kept.headers.connection).toBe('keep-alive')
    expect(kept.body).toContain('"user":{"id":"1"')
    connection.write(get(path))
    await connection.closed
    expect(connection.answers).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  it('is refused in the form of all refusals', async () => {
    const connection = await RawConnection.open(await runServer(options))
    const answer = await connection.write(rawRequest('GET /api/v0/roles HTTP/1.0')).answer()
    expect(answer).toMatchObject({ status: 401, headers: { 'content-type': 'application/json' } })
  })

  it('may have two Hosts as little as HTTP/1.1', async () => {
    const connection = await RawConnection.open(await runServer(options))
    expect((await connection.write(get(path, 'Host: a', 'Host: b')).answer()).status).toBe(400)
  })
})

describe('a handler of the user, asked by HTTP/1.0', () => {
  it('streams its answer up to the end of the connection, and not in chunks, which HTTP/1.0 does not know', async () => {
    const connection = await RawConnection.open(await runServer({ handlers: [stream] }))
    connection.write(get('/stream', 'Connection: keep-alive'))
    await connection.closed
    const [head, body] = connection.received.split('\r\n\r\n')
    expect(head).not.toMatch(/transfer-encoding/i)
    expect(head).toMatch(/^connection: close$/im)
    expect(body).toBe('abc')
  })

  it('sees a URL, though the request names no host', async () => {
    const connection = await RawConnection.open(await runServer({ handlers: [url] }))
    expect((await connection.write(get('/url')).answer()).body).toBe('http://localhost/url')
  })
})
