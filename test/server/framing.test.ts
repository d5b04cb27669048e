import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
/** What a proxy before the server would take for the body of the request before it. */
const SMUGGLED = rawRequest('GET /api/v0/users/1/volunteer HTTP/1.1', [HOST, TOKEN])
const LATE = 1000

function post(headers: readonly string[], body: string): string {
  return rawRequest('POST /api/v0/roles HTTP/1.1', [HOST, TOKEN, ...headers], body)
}

function get(...lines: readonly string[]): string {
  return rawRequest('GET /api/v0/roles HTTP/1.1', lines)
}

/** Fails when the server does not answer: where it waits for something, it waits for ever. */
function soon<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${LATE} ms`)), LATE)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

// RFC 9112 §6.3, §5.1 and §5.2: where two programs could read two things, the server must read none.
const ambiguous: [what: string, text: string][] = [
  ['a length and chunks', post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
  ['chunks and a length', post(['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n')],
  ['two lengths', post(['Content-Length: 5', 'Content-Length: 6'], 'hello')],
  ['a length twice', post(['Content-Length: 5', 'Content-Length: 5'], 'hello')],
  ['a list of lengths', post(['Content-Length: 5, 5'], 'hello')],
  ['a length with a sign', post(['Content-Length: +5'], 'hello')],
  ['a length in hexadecimal', post(['Content-Length: 0x5'], 'hello')],
  ['a length below zero', post(['Content-Length: -5'], 'hello')],
  ['a length with a space in it', post(['Content-Length: 5 5'], 'hello')],
  ['chunks in chunks', post(['Transfer-Encoding: chunked, chunked'], '0\r\n\r\n')],
  ['a folded header', get(HOST, TOKEN, 'X-A: one\r\n two')],
  ['a folded credential', get(HOST, 'Authorization: Bearer\r\n mock-all-scopes')],
  ['a folded Host', get('Host:\r\n conmock', TOKEN)],
  ['a space before the first header', get(` ${HOST}`, TOKEN)],
  ['a space before a colon', get(HOST, TOKEN, 'Content-Length : 0')],
  ['lines that end without a carriage return', `GET /api/v0/roles HTTP/1.1\n${HOST}\n${TOKEN}\n\n`],
  ['a carriage return alone in a header', get(HOST, TOKEN, 'X-A: b\rX-B: c')],
]

const own = http.post('*/own', async ({ request }) => HttpResponse.text(await request.text()))

describe.each([
  ['as it starts', {}],
  ['with handlers of the user', { handlers: [own] }],
])('a server %s', (_, options) => {
  it.each(ambiguous)('refuses %s by 400, and reads nothing behind it', async (_what, text) => {
    const server = await runServer(options)
    const connection = await RawConnection.open(server)
    connection.write(text + SMUGGLED)
    await connection.closed
    expect(connection.answers).toMatchObject([{ status: 400, headers: { connection: 'close' } }])
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })

  // The head is good, and so may be answered. What is behind it must not.
  it.each([
    ['a transfer coding that ends nowhere', post(['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n')],
    ['a transfer coding that is none', post(['Transfer-Encoding: identity'], '')],
    ['a chunk that is longer than it says', post(['Transfer-Encoding: chunked'], '5\r\nhello there')],
    ['a chunk whose length is no number', post(['Transfer-Encoding: chunked'], 'zz\r\n')],
    [
      'chunks in HTTP/1.0',
      rawRequest('POST /api/v0/roles HTTP/1.0', ['Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ],
  ])('closes the connection after %s, and reads nothing behind it', async (_what, text) => {
    const server = await runServer(options)
    const connection = await RawConnection.open(server)
    connection.write(text + SMUGGLED)
    await connection.closed
    expect(connection.answers.map(({ status }) => status)).not.toContain(200)
    expect(connection.answers.at(-1)!.headers.connection?.toLowerCase()).toBe('close')
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })
})

describe('a body that breaks off in the middle', () => {
  it('is refused by 400 when the token endpoint reads it', async () => {
    const server = await runServer({ assumptions: { 'token.endpoint': 'on' } })
    const headers = [HOST, 'Content-Type: application/x-www-form-urlencoded', 'Transfer-Encoding: chunked']
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('POST /api/oauth/token HTTP/1.1', headers, '5\r\nhello there'))
    expect((await soon(connection.answer())).status).toBe(400)
    await soon(connection.closed)
  })

  // The answer under way waits for the rest of this body, and so must not be waited for.
  it('is refused by 400 when a handler of the user reads it', async () => {
    const server = await runServer({ handlers: [own] })
    const connection = await RawConnection.open(server)
    const headers = [HOST, 'Transfer-Encoding: chunked']
    connection.write(rawRequest('POST /own HTTP/1.1', headers, '5\r\nhello there'))
    expect((await soon(connection.answer())).status).toBe(400)
    await soon(connection.closed)
  })
})
