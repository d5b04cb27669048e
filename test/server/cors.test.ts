import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { RequestEntry } from '../../src/index.js'
import type { RunningServer } from '../../src/server.js'
import { isLoopbackHost } from '../../src/common/hosts.js'
import { rawRequest, sendRaw } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const PAGE = 'http://localhost:5173'
const OTHER_PAGE = 'http://localhost:9999'

function preflight(
  server: RunningServer,
  origin: string,
  headers = 'authorization',
  { method = 'GET', path = '/api/v0/roles' } = {},
): Promise<Response> {
  return fetch(server.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  })
}

function listed(response: Response, header: string): string[] {
  return (response.headers.get(header) ?? '').toLowerCase().split(/\s*,\s*/)
}

function ok(): Response {
  return HttpResponse.json({})
}

describe('without the option cors, pages of every origin', () => {
  it.each<[what: string, status: number, path: string, init: Parameters<typeof fetchFrom>[2]]>([
    ['a page of roles', 200, '/api/v0/roles', {}],
    ['a missing token', 401, '/api/v0/roles', { headers: { authorization: '' } }],
    ['an unknown path', 404, '/nowhere', {}],
    ['another method', 405, '/api/v0/roles', { method: 'POST' }],
    ['an OPTIONS that is not a preflight', 405, '/api/v0/roles', { method: 'OPTIONS' }],
  ])('may read the response to %s', async (_what, status, path, init) => {
    const server = await runServer()
    const response = await fetchFrom(server, path, { ...init, headers: { origin: PAGE, ...init?.headers } })
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const exposed = ['www-authenticate', 'conmock-assumed']
    expect(listed(response, 'access-control-expose-headers')).toEqual(expect.arrayContaining(exposed))
  })

  it('may read the response of a custom handler', async () => {
    const handler = http.get('*/api/v0/roles', () => new HttpResponse('busy', { status: 503 }))
    const server = await runServer({ handlers: [handler] })
    const response = await fetchFrom(server, '/api/v0/roles', { headers: { origin: PAGE } })
    expect(response.status).toBe(503)
    expect(await response.text()).toBe('busy')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.has('conmock-assumed')).toBe(false)
  })

  it('may not read such a response if the handler sets another allowed origin', async () => {
    const headers = { 'access-control-allow-origin': 'https://app.example.com' }
    const server = await runServer({
      handlers: [http.get('*/own', () => new HttpResponse(null, { headers }))],
    })
    const response = await fetchFrom(server, '/own', { headers: { origin: PAGE } })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
  })

  it('may send a token, which a preflight allows', async () => {
    const server = await runServer()
    const response = await preflight(server, PAGE, 'authorization, x-request-id')
    expect(response.status).toBe(204)
    expect(response.headers.has('conmock-assumed')).toBe(false)
    expect(await response.text()).toBe('')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(listed(response, 'access-control-allow-methods')).toEqual(['get'])
    expect(listed(response, 'access-control-allow-headers')).toEqual(['authorization', 'x-request-id'])
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0)
  })
})

describe('with origins in the option cors, pages', () => {
  it('of these origins may read responses and send a token', async () => {
    const server = await runServer({ cors: ['https://app.example.com', PAGE] })
    for (const response of [
      await fetchFrom(server, '/api/v0/roles', { headers: { origin: PAGE } }),
      await fetchFrom(server, '/nowhere', { headers: { origin: PAGE } }),
      await preflight(server, PAGE),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(PAGE)
      expect(response.headers.get('vary')).toBe('Origin')
      expect(listed(response, 'access-control-expose-headers')).toContain('conmock-assumed')
      // A page needs it for `credentials: 'include'`.
      expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    }
  })

  it('of other origins and programs without an origin get no permission, and responses vary by origin', async () => {
    const server = await runServer({ cors: [PAGE] })
    const responses = [
      await fetchFrom(server, '/api/v0/roles'),
      await fetchFrom(server, '/api/v0/roles', { headers: { origin: OTHER_PAGE } }),
      await fetchFrom(server, '/api/v0/roles', { headers: { origin: `${PAGE}0` } }),
      await preflight(server, OTHER_PAGE),
    ]
    for (const response of responses) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.get('access-control-allow-headers')).toBeNull()
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      expect(response.headers.get('vary')).toBe('Origin')
    }
  })

  it.each([
    ['the API', []],
    ['a custom handler', [http.get('*/api/v0/roles', ok)]],
  ])('of other origins cannot read a response of %s, and the log says so', async (_, handlers) => {
    const server = await runServer({ cors: [PAGE], handlers })
    await fetchFrom(server, '/api/v0/roles', { headers: { origin: OTHER_PAGE } })
    const [note, { status }] = server.mock.requests.all() as [RequestEntry, RequestEntry]
    expect(note.note).toBe(
      `The page cannot read the next response. The origin of the page, "${OTHER_PAGE}", is not allowed by the option cors.`,
    )
    expect(status).toBe(200)
  })

  it('of these origins may read the response of a custom handler, which keeps its headers', async () => {
    const headers = { vary: 'Accept-Language', 'x-own': '1' }
    const handlers = [http.get('*/own', () => new HttpResponse(null, { headers }))]
    const server = await runServer({ cors: [PAGE], handlers })
    const response = await fetchFrom(server, '/own', { headers: { origin: PAGE } })
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE)
    expect(listed(response, 'vary').toSorted()).toEqual(['accept-language', 'origin'])
    expect(response.headers.get('x-own')).toBe('1')
  })
})

it.each(['localhost:5173', 'http://localhost:5173/', 'http://*.x', 'ftp://x', 'null', ''])(
  'the option cors refuses the invalid origin "%s"',
  async (origin) => {
    const message: unknown = expect.stringContaining(`but is "${origin}"`)
    await expect(runServer({ cors: [origin] })).rejects.toMatchObject({ option: 'cors', message })
  },
)

describe('a preflight', () => {
  it.each([[[]], [[http.all('*/own', ok)]]])('allows any method and header (%#)', async (handlers) => {
    const server = await runServer({ cors: [PAGE], handlers })
    const response = await preflight(server, PAGE, 'authorization, x-own', { method: 'PATCH', path: '/own' })
    expect(response.status).toBe(204)
    expect(listed(response, 'access-control-allow-methods')).toEqual(['patch'])
    expect(listed(response, 'access-control-allow-headers')).toEqual(['authorization', 'x-own'])
    expect((await preflight(server, OTHER_PAGE)).headers.get('access-control-allow-methods')).toBeNull()
  })

  it('is answered by a handler for OPTIONS, if there is one', async () => {
    const headers = { 'access-control-allow-methods': 'PURGE' }
    const own = http.options('*/own', () => new HttpResponse(null, { status: 200, headers }))
    const server = await runServer({ cors: [PAGE], handlers: [http.all('*/api/*', ok), own] })
    const response = await preflight(server, PAGE, 'authorization', { path: '/own' })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-methods')).toBe('PURGE')
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE)
    expect((await preflight(server, PAGE)).status).toBe(204)
  })
})

it.each([
  [true, 'localhost LOCALHOST:1 app.localhost:4020 127.0.0.1 127.1.2.3:80 127.8.9.10 [::1]:4020'],
  [true, '[::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1]'],
  [false, 'evil.example evil.example:4020 localhost.evil.example evillocalhost'],
  [false, '127.0.0.1.evil.example 0.0.0.0 [::] 10.127.0.1 [::ffff:203.0.113.1] [::ffff:10.0.0.1] [fe80::1]'],
])('knows whether a host is of this machine: %s for %s', (expected, hosts) => {
  expect(hosts.split(' ').filter((host) => isLoopbackHost(host) !== expected)).toEqual([])
})

it('the API answers with every Host header, because its data is invented', async () => {
  const server = await runServer({ cors: [PAGE] })
  const lines = ['Host: evil.example:4020', 'Authorization: Bearer mock-all-scopes', 'Connection: close']
  expect((await sendRaw(server, rawRequest('GET /api/v0/roles HTTP/1.1', lines))).status).toBe(200)
})
