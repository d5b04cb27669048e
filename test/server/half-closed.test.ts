import { connect } from 'node:net'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished } from 'vitest'
import { heldHandler } from '../support/held-handler.js'
import { rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
const GOOD = rawRequest('GET /api/v0/users/1/volunteer HTTP/1.1', [HOST, TOKEN])
const FORM = 'grant_type=client_credentials&client_id=conmock&client_secret=conmock-secret'
const TOKEN_REQUEST = rawRequest(
  'POST /api/oauth/token HTTP/1.1',
  [HOST, 'Content-Type: application/x-www-form-urlencoded', `Content-Length: ${FORM.length}`],
  FORM,
)
const MANY = 100
const LATE = 1500

/** The status codes of what comes back to a client that sends this, and closes its half with it. */
function statuses({ port }: { readonly port: number }, text: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    onTestFinished(() => void socket.destroy())
    const timer = setTimeout(() => reject(new Error(`open after ${LATE} ms, with: "${received}"`)), LATE)
    socket.on('data', (more: string) => (received += more)).on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status)))
    })
    socket.end(text, 'latin1')
  })
}

const assumptions = { 'token.endpoint': 'on' } as const
const other = http.get('*/other', () => HttpResponse.json({}))

// `nc -N`, and some health checks, close their half with the request.
describe.each([
  ['as it starts', { assumptions }],
  ['with handlers of the user', { assumptions, handlers: [other] }],
])('a client that has closed its half, at a server %s', (_, options) => {
  it.each([
    ['one request', GOOD, [200]],
    ['three at once', GOOD.repeat(3), [200, 200, 200]],
    ['many at once', GOOD.repeat(MANY), Array.from({ length: MANY }, () => 200)],
    ['one that is refused', rawRequest('GET /nowhere HTTP/1.1', [HOST]), [404]],
    ['one with a body', TOKEN_REQUEST, [200]],
    ['no HTTP', 'hello\r\n\r\n', [400]],
    ['half of a head', 'GET /api/v0/roles HTT', [400]],
  ])('gets its answer to %s', async (_what, text, expected) => {
    const server = await runServer(options)
    expect(await statuses(server, text)).toEqual(expected)
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })
})

describe('a client that has closed its half in the middle of a body', () => {
  const half = TOKEN_REQUEST.slice(0, -5)

  it('is told so', async () => {
    expect(await statuses(await runServer({ assumptions }), half)).toEqual([400])
  })

  // The answer under way waits for the rest of this body, and so must not be waited for.
  it('is told so where the user has handlers', async () => {
    expect(await statuses(await runServer({ assumptions, handlers: [other] }), half)).toEqual([400])
  })
})

describe('a client that has closed its half, while a handler of the user takes its time', () => {
  // node:http ends the connection with the client's half, unless it is told to let it half open.
  it('gets its answer', async () => {
    const { handler, asked, release } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const answered = statuses(server, rawRequest('GET /held HTTP/1.1', [HOST]))
    await asked
    // An answer to somebody else shows that the server has seen the end of the first one's half, too.
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
    release()
    expect(await answered).toEqual([200])
  })
})
