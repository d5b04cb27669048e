import { http, HttpResponse, type HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { createMock, InvalidOptionError, type FaultEffect } from '../../src/index.js'
import { authorized, ROLES, tokenRequest, volunteerPath } from '../support/ask.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const text = (length: number) => HttpResponse.text('x'.repeat(length))

const handlers: HttpHandler[] = [
  http.get('*/own', () =>
    HttpResponse.json(
      { own: true },
      { headers: { 'set-cookie': 'a=secret', 'x-auth': 'secret', 'x-own': '1' } },
    ),
  ),
  http.get('*/login', () => HttpResponse.json({ access_token: 'secret' })),
  http.post('*/api/oauth/token', () => HttpResponse.json({ jwt: 'secret' })),
  http.get('*/long', () => text(65_537)),
  http.get('*/longest', () => text(65_536)),
  http.get('*/picture', () => HttpResponse.arrayBuffer(new Uint8Array([0xff, 0xd8]).buffer)),
  http.get('*/empty', () => new HttpResponse(null, { status: 204 })),
  http.get('*/broken', () => {
    throw new Error('oops')
  }),
]

describe('the response to a request', () => {
  it('is what the client got', async () => {
    const mock = createMock({ data: 'edge-cases' })
    for (const [index, path] of [ROLES, volunteerPath('1'), volunteerPath('none'), '/nowhere'].entries()) {
      const response = await mock.fetch(authorized(path))
      expect(mock.requests.response(index + 1)).toEqual({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      })
    }
  })

  it.each<[FaultEffect, object]>([
    [
      { status: 503, retryAfter: 1 },
      { status: 503, body: expect.stringContaining('503') },
    ],
    [{ invalidJson: true }, { status: 200, body: expect.stringMatching(/^\{.*[^}]$/s) }],
    [{ truncateBody: 5 }, { status: 200, body: '{"id"' }],
  ])('is the one of the fault %o', async (effect, expected) => {
    const mock = createMock({ data: 'edge-cases' })
    mock.faults.add({ effect })
    await mock.fetch(authorized(volunteerPath('1')))
    expect(mock.requests.response(1)).toMatchObject(expected)
  })

  it('is neither in the entries nor in the events', async () => {
    const seen: unknown[] = []
    const mock = createMock({ data: 'edge-cases', onRequest: (entry) => void seen.push(entry) })
    await mock.fetch(authorized(volunteerPath('1')))
    expect(JSON.stringify([seen, mock.requests.all()])).not.toMatch(/application\/json|firstName/)
  })

  it('is unknown after the request log is cleared, if the request log is off, without a response, and for other ids', async () => {
    const mock = createMock({ data: 'edge-cases' })
    await mock.fetch(authorized(ROLES))
    mock.requests.clear()
    mock.faults.add({ effect: { dropConnection: true } })
    await mock.fetch(authorized(ROLES)).catch(() => undefined)
    for (const id of [1, 2, 3, 0, -1]) expect(mock.requests.response(id)).toBeUndefined()
    for (const id of [1.5, '1', undefined]) {
      expect(() => mock.requests.response(id as number)).toThrow(InvalidOptionError)
    }
    const off = createMock({ requestLogSize: 0 })
    await off.fetch(authorized(ROLES))
    expect(off.requests.response(1)).toBeUndefined()
  })
})

describe('secrets', () => {
  it('a response of the token endpoint is never kept', async () => {
    const mock = createMock({ assumptions: { 'token.endpoint': 'on' } })
    await mock.fetch(tokenRequest())
    await mock.fetch(tokenRequest('wrong'))
    for (const id of [1, 2]) {
      const { body, omitted } = mock.requests.response(id)!
      expect({ body, omitted }).toEqual({ body: undefined, omitted: expect.stringContaining('token') })
    }
  })

  it.each(['/own', '/login', '/api/oauth/token'])('of custom handlers are hidden: %s', async (path) => {
    const method = path === '/api/oauth/token' ? 'POST' : 'GET'
    const server = await runServer({ handlers })
    const mock = createMock({ handlers })
    const delayed = createMock({ handlers, faults: [{ effect: { delay: 1 } }] })
    for (const each of [mock, delayed]) await each.fetch(new Request(`http://localhost${path}`, { method }))
    await fetchFrom(server, path, { method })
    expect(delayed.requests.last()?.fault).toBe('delay=1')
    for (const { requests } of [mock, delayed, server.mock]) {
      const sent = requests.response(1)
      expect(sent?.status).toBe(200)
      expect(JSON.stringify(sent)).not.toContain('secret')
    }
  })
})

describe('the response of a custom handler', () => {
  it.each([
    [
      '/own',
      { status: 200, body: '{"own":true}', headers: { 'x-own': '1', 'set-cookie': '…', 'x-auth': '…' } },
    ],
    ['/long', { status: 200, omitted: expect.stringContaining('64 kB') }],
    ['/longest', { body: 'x'.repeat(65_536) }],
    ['/picture', { omitted: 'The body is not text.' }],
    ['/empty', { status: 204 }],
    ['/broken', { status: 500, body: expect.stringMatching(/^\{.*threw an error.*\}$/) }],
  ])('%s is kept by a server and without one', async (path, expected) => {
    const server = await runServer({ handlers })
    const mock = createMock({ handlers })
    await (await mock.fetch(authorized(path))).text()
    await fetchFrom(server, path)
    expect(mock.requests.response(1)).toMatchObject(expected)
    expect(server.mock.requests.response(1)).toMatchObject(expected)
  })

  it('is not copied without a server if it is a stream, so that the handler notices a client that stops', async () => {
    let isCanceled = false
    const body = new ReadableStream({ cancel: () => void (isCanceled = true) })
    const mock = createMock({ handlers: [http.get('*/own', () => new HttpResponse(body))] })
    const response = await mock.fetch(authorized('/own'))
    await response.body!.cancel()
    expect(isCanceled).toBe(true)
    expect(mock.requests.response(1)).toMatchObject({
      status: 200,
      omitted: expect.stringContaining('length'),
    })
  })
})

it('only the newest 1,000 entries keep the body', async () => {
  const mock = createMock({ data: 'edge-cases', requestLogSize: 1500 })
  for (let sent = 0; sent < 1002; sent++) await mock.fetch(authorized('/nowhere'))
  expect(mock.requests.response(2)).toMatchObject({ status: 404, omitted: expect.stringContaining('1000') })
  for (const id of [3, 1002]) expect(mock.requests.response(id)?.body).toMatch(/unknown_path/)
})

it('a long body of the API is not kept', async () => {
  const mock = createMock({ roleCount: 3000, assumptions: { 'roles.pageSize': 3000 } })
  const response = await mock.fetch(authorized(ROLES))
  expect((await response.text()).length).toBeGreaterThan(65_536)
  expect(mock.requests.response(1)).toMatchObject({ status: 200, omitted: expect.stringContaining('64 kB') })
})
