import type { IncomingMessage, RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { createMock, passThrough, type PassThroughOptions } from '../../src/index.js'
import { deadUrl, startHttpServer } from '../pact/support/servers.js'
import { intercept } from '../support/msw.js'
import { rawRequest, sendRaw } from '../support/raw-connection.js'
import { bearer, fetchFrom, runServer } from '../support/running-server.js'

const token = 'real-token'

const reply: RequestListener = (request, response) => {
  response.setHeader('content-type', 'application/json').end(`{"path":"${request.url}"}`)
}

/** A stand-in for the real service, with the requests that it has received. */
async function startService(listener: RequestListener = reply) {
  const received: IncomingMessage[] = []
  const url = await startHttpServer((request, response) => {
    received.push(request)
    listener(request, response)
  })
  return { url, received, paths: () => received.map((request) => request.url) }
}

function handlerTo(to: string) {
  return http.all('*', passThrough({ to, token }))
}

describe('passThrough on a server', () => {
  it('forwards a read that is not in the specification, with the token of the app and two headers', async () => {
    const service = await startService()
    const server = await runServer({ handlers: [handlerTo(`${service.url}/base/`)] })
    const response = await fetchFrom(server, '/api/v0/events?q=a%20b&q=c', {
      headers: {
        accept: 'application/json',
        'accept-language': 'de',
        cookie: 'token=mock-all-scopes',
        'x-api-key': 'mock-all-scopes',
        'conmock-sandbox': 'default',
      },
    })
    expect(await response.json()).toEqual({ path: '/base/api/v0/events?q=a%20b&q=c' })
    const { headers, rawHeaders } = service.received[0]!
    expect(headers).toMatchObject({ authorization: `Bearer ${token}`, 'accept-language': 'de' })
    expect(headers.accept).toMatch(/^application\/json\b/)
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(rawHeaders.join(' ')).not.toMatch(/mock-|conmock/)
    const [entry] = server.mock.requests.all()
    expect(entry).toMatchObject({ status: 200, note: `forwarded to ${service.url}/base`, refusal: undefined })
  })

  it('sends no token without the option, and never one of the mock in the query', async () => {
    const service = await startService()
    const handlers = [http.get('*/api/*', passThrough({ to: service.url }))]
    const server = await runServer({ handlers, tokens: { 'custom.token': ['user:read'] } })
    const issued = server.mock.tokens.issue({ scopes: ['user:read'] }).token
    const query = `a=1&key=mock-all-scopes&t=${issued}&access_token=x&mock-user-read&own=custom.token&b=2&key=3`
    await fetchFrom(server, `/api/v0/events?${query}`, { headers: bearer('custom.token') })
    expect(service.paths()).toEqual(['/api/v0/events?a=1&b=2'])
    expect(service.received[0]!.headers.authorization).toBeUndefined()
  })

  it('leaves writes and the paths of the specification to the mock', async () => {
    const service = await startService()
    const server = await runServer({ handlers: [handlerTo(service.url)] })
    for (const path of [
      '/api/v0/roles',
      '/api/v0/roles/',
      '/api/v0/users/1/volunteer',
      '/~default/api/v0/roles',
    ]) {
      expect((await fetchFrom(server, path)).headers.get('conmock-forwarded')).toBeNull()
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await fetchFrom(server, '/api/v0/events', { method })).status).toBe(404)
    }
    expect(service.received).toEqual([])
  })

  it('decodes the body, and drops headers of the connection and the origin', async () => {
    const body = gzipSync('{"a":"ä"}')
    const service = await startService((_request, response) => {
      response.writeHead(201, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': body.length,
        connection: 'x-hop, keep-alive',
        'x-hop': '1',
        'set-cookie': 'session=secret',
        'strict-transport-security': 'max-age=1000',
        'access-control-allow-origin': 'https://app.example.com',
        'x-total-count': '7',
      })
      response.end(body)
    })
    const server = await runServer({ handlers: [handlerTo(service.url)] })
    const response = await fetchFrom(server, '/api/v0/events')
    expect([response.status, await response.json()]).toEqual([201, { a: 'ä' }])
    const { headers } = response
    expect(headers.get('x-total-count')).toBe('7')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    for (const name of ['content-encoding', 'x-hop', 'set-cookie', 'strict-transport-security']) {
      expect({ name, value: headers.get(name) }).toEqual({ name, value: null })
    }
  })

  it.each([
    ['GET', 204],
    ['GET', 304],
    ['HEAD', 200],
    ['GET', 404],
  ])('passes the answer to %s with status %i on', async (method, status) => {
    const service = await startService((_request, response) => void response.writeHead(status).end())
    const server = await runServer({ handlers: [handlerTo(service.url)] })
    const response = await fetchFrom(server, '/api/v0/events', { method })
    expect([response.status, await response.text()]).toEqual([status, ''])
    expect(service.received.map((request) => request.method)).toEqual([method])
  })

  it('follows redirects, and does not send the token to another origin', async () => {
    const other = await startService()
    const service = await startService((request, response) => {
      const location = { '/api/a': '/api/b', '/api/b': `${other.url}/api/c` }[request.url!]!
      response.writeHead(302, { location }).end()
    })
    const server = await runServer({ handlers: [handlerTo(service.url)] })
    expect(await (await fetchFrom(server, '/api/a')).json()).toEqual({ path: '/api/c' })
    const sent = [...service.received, ...other.received].map(({ headers }) => headers.authorization)
    expect(sent).toEqual([`Bearer ${token}`, `Bearer ${token}`, undefined])
  })

  it.each<[string, Record<string, string>, status: number, cors?: string]>([
    ['no page', {}, 200],
    ['a page of this machine', { origin: 'https://localhost:5173' }, 200],
    ['a page of another origin', { origin: 'https://app.example.com' }, 403],
    ['a page of an unknown origin', { origin: 'null' }, 403],
    ['a host name of an attacker (DNS rebinding)', { host: 'app.example.com' }, 403],
    ['an origin of the option cors', { origin: 'https://app.example.com' }, 200, 'https://app.example.com'],
    ['another host with the option cors', { host: 'evil.example' }, 403, 'https://app.example.com'],
    ['its host', { host: 'app.example.com' }, 200, 'https://app.example.com'],
  ])('gives the response of the service to %s: %j', async (_what, headers, status, cors) => {
    const service = await startService()
    const handlers = [handlerTo(service.url)]
    const server = await runServer({ handlers, cors, host: '0.0.0.0' })
    const lines = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    const answer = await sendRaw(server, rawRequest('GET /api/v0/events HTTP/1.1', lines))
    const body = status === 403 ? '' : '{"path":"/api/v0/events"}'
    expect(answer).toMatchObject({ status, body })
    const { refusal } = server.mock.requests.last()!
    expect(refusal?.detail.includes('option cors')).toBe(status === 403 || undefined)
    expect(status === 403 && 'access-control-allow-origin' in answer.headers).toBe(false)
  })

  it('answers 502 if the service cannot be reached, and the journal says why', async () => {
    const server = await runServer({ handlers: [handlerTo(deadUrl)] })
    const response = await fetchFrom(server, '/api/v0/events')
    const detail = `forwarded to ${deadUrl}, which cannot be reached: bad port`
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 502, detail: `The request was ${detail}` })
    expect(server.mock.requests.last()).toMatchObject({ status: 502, note: detail })
  })

  it('answers 502 if the service closes the connection', async () => {
    const service = await startService((request) => void request.socket.destroy())
    const server = await runServer({ handlers: [handlerTo(service.url)] })
    expect((await fetchFrom(server, '/api/v0/events')).status).toBe(502)
  })

  it('does not forward in a circle', async () => {
    const handlers = [http.get('*/api/*', (info) => forward(info))]
    const server = await runServer({ handlers })
    const forward = passThrough({ to: server.url })
    expect((await fetchFrom(server, '/api/v0/events')).status).toBe(404)
    expect(server.mock.requests.count()).toBe(2)
  })
})

describe('passThrough in a test', () => {
  it.each(['another URL', 'the same URL'])('forwards requests that the app sends to %s', async (where) => {
    const service = await startService()
    const base = where === 'the same URL' ? service.url : 'https://reg.example.com'
    const mock = createMock()
    const server = intercept(...mock.handlers)
    server.use(http.get('*/api/*', passThrough({ to: service.url, token })))
    const ask = (path: string) => fetch(base + path, { headers: bearer('mock-all-scopes') })
    expect(await (await ask('/api/v0/events')).json()).toEqual({ path: '/api/v0/events' })
    expect(await (await ask('/api/v0/roles')).json()).toHaveProperty('data')
    expect(service.paths()).toEqual(['/api/v0/events'])
    expect(service.received[0]!.headers.authorization).toBe(`Bearer ${token}`)
    server.resetHandlers()
    await expect(ask('/api/v0/events')).rejects.toThrow('[MSW]')
  })
})

describe('passThrough refuses', () => {
  it.each<[string, string | undefined, object]>([
    ['no options', undefined, undefined as never],
    ['no URL', 'to', {}],
    ['a path', 'to', { to: '/api' }],
    ['credentials in the URL', 'to', { to: 'https://user:password@reg.example.com' }],
    ['a query', 'to', { to: 'https://reg.example.com?a=1' }],
    ['an empty token', 'token', { to: 'https://reg.example.com', token: '' }],
    ['a token of the mock', 'token', { to: 'https://reg.example.com', token: 'mock-all-scopes' }],
    ['an unknown option', undefined, { to: 'https://reg.example.com', methods: ['POST'] }],
  ])('%s', (_what, option, options) => {
    expect(() => passThrough(options as PassThroughOptions)).toThrow(
      expect.objectContaining({ name: 'InvalidOptionError', option }) as Error,
    )
  })
})
