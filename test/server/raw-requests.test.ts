import { http, HttpResponse } from 'msw'
import { afterAll, describe, expect, it } from 'vitest'
import { startServer } from '../../src/server.js'
import { heldHandler } from './held-handler.js'
import { RawConnection, rawRequest, sendRaw } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const HOST = 'Host: conmock:4020'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const CHUNKED = 'Transfer-Encoding: chunked'
const PATH = '/api/v0/users/1/volunteer'
/** More headers than node:http passes on by default, but less than 16 KiB in total. */
const MANY = Array.from({ length: 1500 }, () => 'a:b')

const get = (target: string, ...headers: string[]) => rawRequest(`GET ${target} HTTP/1.1`, headers)
const get10 = (...headers: string[]) => rawRequest(`GET ${PATH} HTTP/1.0`, headers)
const post = (path: string, headers: string[], body: string) =>
  rawRequest(`POST ${path} HTTP/1.1`, [HOST, ...headers], body)

const VALID = get(PATH, HOST, TOKEN)
const CONNECT = rawRequest('CONNECT example.com:443 HTTP/1.1', ['Host: example.com:443'])
const grant = 'grant_type=client_credentials&client_id=conmock&client_secret=conmock-secret'
const tokenRequest = (version: string, ...headers: string[]) =>
  rawRequest(
    `POST /api/oauth/token HTTP/${version}`,
    [HOST, FORM, `Content-Length: ${grant.length}`, ...headers],
    grant,
  )

/** The sent text, and the statuses of all responses. */
type Row = [what: string, text: string, ...statuses: number[]]

/** Requests after which the connection stays open. */
const answered: Row[] = [
  ['an empty Host', get(PATH, 'Host:', TOKEN), 200],
  ['HTTP/1.0 with keep-alive', get10(TOKEN, 'Connection: keep-alive'), 200],
  ['an absolute target', get(`http://other.example:8080${PATH}?a=b`, HOST, TOKEN), 200],
  ['an absolute target with an IPv6 address', get(`https://[::1]:80${PATH}`, HOST, TOKEN), 200],
  ['an absolute target with a scheme in upper case', get(`HTTP://other.example${PATH}`, HOST, TOKEN), 200],
  ['an absolute target without a path', get('http://other.example', HOST, TOKEN), 404],
  ['an absolute target with credentials', get(`http://name:secret@other.example${PATH}`, HOST, TOKEN), 200],
  ['a path of 10,000 characters', get(`/${'x/'.repeat(5000)}`, HOST, TOKEN), 404],
  ['an id of 10,000 characters', get(`/api/v0/users/${'9'.repeat(10_000)}/volunteer`, HOST, TOKEN), 404],
  ['TRACE', rawRequest('TRACE /api/v0/roles HTTP/1.1', [HOST, TOKEN]), 405],
  ['a GET with a body', get(PATH, HOST, TOKEN, 'Content-Length: 5') + 'hello', 200],
  ['a POST with a body', post('/api/v0/roles', [TOKEN, CHUNKED], '5\r\nhello\r\n0\r\n\r\n'), 405],
  ['two credentials', get(PATH, HOST, TOKEN, TOKEN), 400],
  ['a token request', tokenRequest('1.1'), 200],
  ['Expect: 100-continue', tokenRequest('1.1', 'expect: 100-Continue'), 100, 200],
  ['Expect: 100-continue without a body', get(PATH, HOST, TOKEN, 'Expect: 100-continue'), 100, 200],
  ['a credential after many headers', get(PATH, HOST, ...MANY, TOKEN), 200],
  ['a Host after many headers', get(PATH, TOKEN, ...MANY, HOST), 200],
  ['a second credential after many headers', get(PATH, HOST, TOKEN, ...MANY, TOKEN), 400],
  [
    'different requests at once',
    [
      get('/api/v0/roles', HOST, TOKEN),
      post('/api/oauth/token', ['Content-Length: 5'], 'hello'),
      post('/api/v0/roles', [TOKEN, CHUNKED], '1\r\nx\r\n0\r\n\r\n'),
      rawRequest('OPTIONS /api/v0/roles HTTP/1.1', [HOST, 'Access-Control-Request-Method: GET']),
      get('/api/v0/roles', HOST),
      get('/nowhere', HOST, TOKEN),
      VALID,
    ].join(''),
    200,
    400,
    405,
    204,
    401,
    404,
    200,
  ],
]

/** Requests after which the server closes the connection without reading further. */
const final: Row[] = [
  ['Connection: close', get(PATH, HOST, TOKEN, 'Connection: close'), 200],
  ['HTTP/1.0 without a Host', get10(TOKEN), 200],
  ['HTTP/1.0 without a credential', get10(), 401],
  ['HTTP/1.0 with two Hosts', get10('Host: a', 'Host: b', TOKEN), 400],
  // RFC 9110 §10.1.1: such a client would treat 100 as the response.
  ['HTTP/1.0 with Expect', tokenRequest('1.0', 'Expect: 100-continue'), 200],
  ['text that is not HTTP', 'hello\r\n\r\n', 400],
  ['text that is not HTTP after valid requests', `${VALID.repeat(3)}hello\r\n\r\n`, 200, 200, 200, 400],
  ['CONNECT', CONNECT, 400],
  ['CONNECT after valid requests', VALID.repeat(3) + CONNECT, 200, 200, 200, 400],
  ['no Host', get(PATH, TOKEN), 400],
  ['two Hosts', get(PATH, HOST, TOKEN, HOST), 400],
  ['a second Host after many headers', get(PATH, HOST, TOKEN, ...MANY, HOST), 400],
  ['an invalid Host', get(PATH, 'Host: a b/c', TOKEN), 400],
  ['headers of more than 16 KiB', get(PATH, HOST, TOKEN, `X-Long: ${'x'.repeat(20_000)}`), 431],
  [
    'short headers of more than 16 KiB',
    get(PATH, HOST, TOKEN, ...MANY.map((line) => `x-name:${line}-value`)),
    431,
  ],
  ['a target without a host', get('http://', HOST, TOKEN), 400],
  ['a target with another scheme', get(`ftp://other.example${PATH}`, HOST, TOKEN), 400],
  ['a target with an invalid host', get(`http://[::1${PATH}`, HOST, TOKEN), 400],
  ['the target *', rawRequest('OPTIONS * HTTP/1.1', [HOST]), 400],
  ['an unknown expectation', post('/api/oauth/token', ['Expect: banana', 'Content-Length: 9'], ''), 417],
  // RFC 9112 §6.3: a proxy could parse these as another request.
  ['a length and chunks', post('/api/v0/roles', ['Content-Length: 5', CHUNKED], '0\r\n\r\n'), 400],
  ['two lengths', post('/api/v0/roles', ['Content-Length: 5', 'Content-Length: 6'], 'hello'), 400],
  ['an invalid chunk for the token endpoint', post('/api/oauth/token', [FORM, CHUNKED], '5\r\nhello!'), 400],
  ['an invalid chunk for the API', post('/api/v0/roles', [TOKEN, CHUNKED], '5\r\nhello!'), 405, 400],
]

/** Incomplete requests of clients that close their half of the connection. */
const incomplete: Row[] = [
  ['half of a head', 'GET /api/v0/roles HTT', 400],
  ['half of a body', tokenRequest('1.1').slice(0, -5), 400],
]

const echo = http.post('*/echo', async ({ request }) => HttpResponse.text(await request.text()))
const url = http.get('*/url', ({ request }) => HttpResponse.text(request.url))
const stream = http.get('*/stream', () => {
  const parts = ['a', 'b', 'c'].map((part) => new TextEncoder().encode(part))
  const body = new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })
  return new HttpResponse(body)
})
const assumptions = { 'token.endpoint': 'on' } as const

/** The statuses of all responses. Throws if a refusal does not have the usual form. */
function statusesOf({ answers }: RawConnection): number[] {
  for (const { status, headers, body } of answers.filter((answer) => answer.status >= 400)) {
    const { status: inBody, error, detail } = JSON.parse(body) as Record<string, unknown>
    // Refusals of the token endpoint have another form.
    const isUsual = (inBody === status && typeof detail === 'string') || error === 'invalid_request'
    const isJson = headers['content-type'] === 'application/json'
    const isReadable = headers['access-control-allow-origin'] === '*'
    if (!isUsual || !isJson || !isReadable || body.length > 1000) throw new Error(`unusual refusal: ${body}`)
  }
  return answers.map(({ status }) => status)
}

describe.each([
  ['without handlers', { assumptions }],
  ['with handlers', { assumptions, handlers: [echo, url, stream] }],
])('a server %s', (_server, options) => {
  const starting = startServer({ port: 0, ...options })
  afterAll(async () => (await starting).close())

  it.each(answered)('answers, and reads the next request: %s', async (_what, text, ...statuses) => {
    const connection = await RawConnection.open(await starting)
    await connection.write(text).answer(statuses.length)
    await connection.write(VALID).answer(statuses.length + 1)
    expect(statusesOf(connection)).toEqual([...statuses, 200])
  })

  it.each(final)('answers, and closes the connection: %s', async (_what, text, ...statuses) => {
    const connection = await RawConnection.open(await starting)
    await connection.write(text + VALID).closed
    expect(statusesOf(connection)).toEqual(statuses)
    expect(connection.answers.at(-1)!.headers.connection).toBe('close')
  })

  // `nc -N` and some health checks do so.
  it.each([...answered, ...final, ...incomplete])(
    'answers a client that closes its half of the connection: %s',
    async (_what, text, ...statuses) => {
      const connection = await RawConnection.open(await starting)
      await connection.write(text).end().closed
      expect(statusesOf(connection)).toEqual(statuses)
    },
  )

  it('answers many pipelined requests in order', async () => {
    const connection = await RawConnection.open(await starting)
    const paths = Array.from({ length: 300 }, (_, place) => `/unknown-${place}`)
    await connection.write(paths.map((path) => get(path, HOST, TOKEN)).join('')).answer(paths.length)
    const details = connection.answers.map(({ body }) => (JSON.parse(body) as { detail: string }).detail)
    expect(details).toEqual(paths.map((path) => `There is no operation at GET ${path}.`))
  })

  it('answers other clients after one disconnects during its request', async () => {
    const server = await starting
    const half = post('/api/v0/roles', ['Content-Length: 1000'], 'ten bytes.')
    for (const text of ['GET /api/v0/ro', half, VALID.repeat(50)]) {
      const connection = await RawConnection.open(server)
      await connection.write(text).flushed()
      connection.cut()
      await connection.closed
      expect((await fetchFrom(server, PATH)).status).toBe(200)
    }
  })
})

describe('a malformed request', () => {
  it('has a code, a detail and a hint', async () => {
    const { body } = await sendRaw(await runServer(), 'hello\r\n\r\n')
    expect(JSON.parse(body)).toMatchObject({
      status: 400,
      code: 'malformed_request',
      detail: 'The request is malformed: it is not valid HTTP/1.1.',
      hint: expect.stringMatching(/./) as string,
    })
  })

  it('is refused in the form of the assumptions', async () => {
    const typed = await runServer({ assumptions: { 'errors.contentType': 'application/problem+json' } })
    expect((await sendRaw(typed, 'hello\r\n\r\n')).headers['content-type']).toBe('application/problem+json')
    const bare = await runServer({ assumptions: { 'errors.body': 'empty' } })
    const answer = await sendRaw(bare, 'hello\r\n\r\n')
    expect(answer).toMatchObject({ status: 400, headers: { 'content-length': '0' }, body: '' })
  })
})

/** Sends a text to a server with handlers, and returns the body of the response. */
async function ask(text: string): Promise<string> {
  const { body } = await sendRaw(await runServer({ handlers: [url, echo] }), text)
  return body
}

describe('a handler of the user', () => {
  it('gets the body after Expect: 100-continue', async () => {
    const connection = await RawConnection.open(await runServer({ handlers: [echo] }))
    const head = post('/echo', ['Expect: 100-continue', 'Content-Length: 5'], '')
    expect(await connection.write(head).answer(1)).toEqual({ status: 100, headers: {}, body: '' })
    expect(await connection.write('hello').answer(2)).toMatchObject({ status: 200, body: 'hello' })
  })

  it('sees the host of the target, the Host header, or localhost', async () => {
    const absolute = 'http://other.example:8080/url?a=b'
    expect(await ask(get(absolute, HOST))).toBe(absolute)
    expect(await ask(get('/url?a=b', HOST))).toBe('http://conmock:4020/url?a=b')
    expect(await ask(rawRequest('GET /url HTTP/1.0'))).toBe('http://localhost/url')
  })

  it('does not get a request without a Host, or with an invalid body', async () => {
    expect(JSON.parse(await ask(get('/url')))).toMatchObject({ code: 'malformed_request' })
    expect(JSON.parse(await ask(post('/echo', [CHUNKED], '5\r\nhello!')))).toMatchObject({ status: 400 })
  })

  it('streams to HTTP/1.0 without chunks', async () => {
    const connection = await RawConnection.open(await runServer({ handlers: [stream] }))
    await connection.write(rawRequest('GET /stream HTTP/1.0', ['Connection: keep-alive'])).closed
    const [head, body] = connection.received.split('\r\n\r\n')
    expect(head).not.toMatch(/transfer-encoding/i)
    expect(head).toMatch(/^connection: close$/im)
    expect(body).toBe('abc')
  })

  it.each([
    ['a valid request', VALID, [200, 200]],
    ['text that is not HTTP', 'hello\r\n\r\n', [200, 400]],
    ["the end of the client's half of the connection", '', [200]],
  ])('must answer before the server reacts to %s', async (_what, next, statuses) => {
    const { handler, asked, release } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(get('/held', HOST) + next)
    if (next === '') connection.end()
    await asked
    // The server reads in the order of arrival, so it has read the text when it answers this request.
    expect((await fetchFrom(server, PATH)).status).toBe(200)
    expect(connection.received).toBe('')
    release()
    await connection.answer(statuses.length)
    expect(statusesOf(connection)).toEqual(statuses)
  })
})
