import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { heldHandler } from '../support/held-handler.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
const GOOD = rawRequest('GET /api/v0/users/1/volunteer HTTP/1.1', [HOST, TOKEN])
const CONNECT = rawRequest('CONNECT example.com:443 HTTP/1.1', ['Host: example.com:443'])
const MANY = 300

const other = http.get('*/other', () => HttpResponse.json({}))

function get(path: string, ...headers: readonly string[]): string {
  return rawRequest(`GET ${path} HTTP/1.1`, [HOST, TOKEN, ...headers])
}

/** The status codes of all answers to a text, when the server has closed the connection. */
async function statusesOf(options: Parameters<typeof runServer>[0], text: string): Promise<number[]> {
  const connection = await RawConnection.open(await runServer(options))
  connection.write(text)
  await connection.closed
  return connection.answers.map(({ status }) => status)
}

const servers = [
  { what: 'as it starts', options: {} },
  { what: 'with handlers of the user', options: { handlers: [other] } },
]

describe.each(servers)('a server $what', ({ options }) => {
  it('answers some hundred requests that come at once, in their order', async () => {
    const server = await runServer(options)
    const connection = await RawConnection.open(server)
    const paths = Array.from({ length: MANY }, (_, place) => `/unknown-${place}`)
    connection.write(paths.map((path) => get(path)).join(''))
    await connection.answer(MANY)
    const details = connection.answers.map(({ body }) => (JSON.parse(body) as { detail: string }).detail)
    expect(details).toEqual(paths.map((path) => `There is no operation at GET ${path}.`))
  })

  it('answers each in its way, whatever came before', async () => {
    const server = await runServer({ ...options, assumptions: { 'token.endpoint': 'on' } })
    const connection = await RawConnection.open(server)
    const requests = [
      get('/api/v0/roles'),
      rawRequest('POST /api/oauth/token HTTP/1.1', [HOST, 'Content-Length: 5'], 'hello'),
      rawRequest(
        'PUT /api/v0/roles HTTP/1.1',
        [HOST, TOKEN, 'Transfer-Encoding: chunked'],
        '1\r\nx\r\n0\r\n\r\n',
      ),
      rawRequest('OPTIONS /api/v0/roles HTTP/1.1', [HOST, 'Access-Control-Request-Method: GET']),
      rawRequest('GET /api/v0/roles HTTP/1.1', [HOST]),
      get('/api/v0/users/%zz/volunteer'),
      GOOD,
    ]
    connection.write(requests.join(''))
    await connection.answer(requests.length)
    expect(connection.answers.map(({ status }) => status)).toEqual([200, 400, 405, 204, 401, 400, 200])
  })
})

describe('a request behind one that a handler holds', () => {
  it('is answered after it', async () => {
    const { handler, asked, release } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(get('/held') + GOOD)
    await asked
    expect(connection.received).toBe('')
    release()
    expect((await connection.answer(1)).body).toBe('{"held":true}')
    expect((await connection.answer(2)).body).toContain('"user":{"id":"1"')
  })
})

describe('what cannot be read, in one go with good requests before it', () => {
  const texts = [
    { what: 'no HTTP', broken: 'hello\r\n\r\n' },
    { what: 'CONNECT', broken: CONNECT },
  ]

  it.each(texts)('comes after their answers where the user has handlers: $what', async ({ broken }) => {
    const statuses = await statusesOf({ handlers: [other] }, GOOD.repeat(3) + broken)
    expect(statuses).toEqual([200, 200, 200, 400])
  })

  // It must not overtake the answers, which would be lost then.
  it.each(texts)('comes after their answers: $what', async ({ broken }) => {
    expect(await statusesOf({}, GOOD.repeat(3) + broken)).toEqual([200, 200, 200, 400])
  })
})

describe('what a client sends behind its last request', () => {
  const text = get('/api/v0/roles', 'Connection: close') + GOOD

  it('is not answered where the user has handlers', async () => {
    expect(await statusesOf({ handlers: [other] }, text)).toEqual([200])
  })

  // RFC 9112 §9.6: a server must not process it. A refusal would come before the answer, which would be lost.
  it('is not answered', async () => {
    expect(await statusesOf({}, text)).toEqual([200])
  })
})
