import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect, it, onTestFinished } from 'vitest'
import type { ExtendedRemoteMock } from '../../src/convention/extended-types.js'
import { createMock, extendApi } from '../../src/index.js'
import { conmock } from '../../src/playwright.js'
import { connect, startServer, type RemoteMock } from '../../src/server.js'
import { registrations } from './registrations.js'

const headers = { authorization: 'Bearer mock-all-scopes' }

it('a server has the operations and collections of a team, in every sandbox', async () => {
  const server = await startServer({ port: 0, extend: registrations })
  onTestFinished(() => server.close())
  const remote = await connect(server.url)
  const sandbox = await remote.createSandbox('w1')
  const path = '/api/v0/users/1/registration'
  const inSandbox = { headers: { ...headers, 'conmock-sandbox': 'w1' } }
  expect((await fetch(server.url + path, { method: 'DELETE', ...inSandbox })).status).toBe(204)
  expect(await (await fetch(server.url + path, inSandbox)).json()).toMatchObject({ status: 'canceled' })
  expect(await (await fetch(server.url + path, { headers })).json()).toMatchObject({ status: 'paid' })
  const body = JSON.stringify({ ids: ['2'] })
  const found = await fetch(`${server.url}/api/v0/registrations/search`, { method: 'POST', headers, body })
  expect(await found.json()).toMatchObject({ data: [{ userId: '2' }] })
  expect(server.mock.registrations.count()).toBe(150)
  expect(await sandbox.requests.count()).toBe(2)
  const calls = await fetch(`${server.url}/__conmock/v1/w1/registrations.count`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[]',
  })
  expect(await calls.json()).toBe(150)
  const preflight = { origin: 'http://app.example', 'access-control-request-method': 'DELETE' }
  const allowed = await fetch(server.url + path, { method: 'OPTIONS', headers: preflight })
  expect(allowed.headers.get('access-control-allow-methods')).toContain('DELETE')
})

it('an answer may set several cookies', async () => {
  const cookies = ['access=a; Path=/', 'refresh=b, c']
  const extend = extendApi().operation('logIn', 'POST /api/v0/login', { replies: [204] }, () => {
    const response = new Response(null, { status: 204, headers: { 'x-own': '1' } })
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    return response
  })
  const server = await startServer({ port: 0, extend })
  onTestFinished(() => server.close())
  const path = '/api/v0/login'
  const log = { method: 'POST', headers }
  for (const response of [
    await fetch(server.url + path, log),
    await server.mock.fetch(server.url + path, log),
  ]) {
    expect(response.headers.getSetCookie()).toEqual(cookies)
    expect(response.headers.get('x-own')).toBe('1')
  }
})

it('sends the headers of a file that are right', async () => {
  const own = {
    'content-length': '999',
    'transfer-encoding': 'chunked',
    vary: 'Accept',
    'access-control-expose-headers': 'etag',
    etag: 'a',
  }
  const extend = extendApi().operation(
    'getFile',
    'GET /api/v0/file',
    {},
    () => new Response('hi', { headers: own }),
  )
  const server = await startServer({ port: 0, extend, cors: 'http://app.test' })
  onTestFinished(() => server.close())
  const withOrigin = { headers: { ...headers, origin: 'http://app.test' } }
  const got = await fetch(`${server.url}/api/v0/file`, withOrigin)
  expect(await got.text()).toBe('hi')
  expect(got.headers.get('vary')).toBe('Accept, Origin')
  expect(got.headers.get('access-control-expose-headers')).toMatch(/^etag, .*Conmock/i)
  const head = await fetch(`${server.url}/api/v0/file`, { method: 'HEAD', ...withOrigin })
  expect([head.headers.get('etag'), head.headers.get('content-length')]).toEqual(['a', null])
})

it('the handlers of msw have them', async () => {
  const mock = createMock({ extend: registrations })
  const msw = setupServer(
    http.get('*/other', () => HttpResponse.text('other')),
    ...mock.handlers,
  )
  msw.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => msw.close())
  const search = 'https://reg.example.com/api/v0/registrations/search'
  const found = await fetch(search, { method: 'POST', headers, body: '{"limit":1}' })
  expect(await found.json()).toMatchObject({ data: [{ id: '1' }] })
  const photo = await fetch('https://reg.example.com/api/v0/users/1/photo', { headers })
  expect(new Uint8Array(await photo.arrayBuffer())).toEqual(new Uint8Array([1, 2]))
})

it('the mock of a test with Playwright has them, in the process of the test and on a server', async () => {
  const server = await startServer({ port: 0, extend: registrations })
  onTestFinished(() => server.close())
  for (const where of [{ server: server.url }, { baseUrl: 'https://reg.example.com' }]) {
    const fixtures = conmock({ ...where, extend: registrations }) as unknown as {
      readonly conmockTransport: readonly [(fixtures: object, use: Use, testInfo: object) => Promise<void>]
    }
    type Use = (transport: { readonly mock: RemoteMock }) => Promise<void>
    let count = 0
    const use: Use = async ({ mock }) => {
      const { registrations: records } = mock as never as ExtendedRemoteMock<typeof registrations>
      await records.delete({ userId: '1' })
      count = await records.count()
    }
    await fixtures.conmockTransport[0]({ mockOptions: {} }, use, { title: 'a test', errors: [] })
    expect(count).toBe(149)
  }
})
