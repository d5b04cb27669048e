import { http, HttpResponse, type HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { createMock, InvalidOptionError, type FaultEffect } from '../../src/index.js'
import { authorized, ROLES, tokenRequest, volunteerPath } from '../support/ask.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const handlers: HttpHandler[] = [
  http.get('*/own', () =>
    HttpResponse.json({ secret: true }, { headers: { 'set-cookie': 'a=secret', 'x-auth': 'secret' } }),
  ),
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

  it.each<FaultEffect | undefined>([undefined, { delay: 1 }, { truncateBody: 20 }, { invalidJson: true }])(
    'of a custom handler are not kept, with the fault %o',
    async (effect) => {
      const faults = effect ? [{ effect }] : []
      const server = await runServer({ handlers, faults })
      const mock = createMock({ handlers, faults })
      const response = await mock.fetch(authorized('/own'))
      expect(response.headers.get('x-auth')).toBe('secret')
      await fetchFrom(server, '/own').then((sent) => sent.text().catch(() => undefined))
      for (const { requests } of [mock, server.mock]) {
        expect(requests.last()).toMatchObject({
          operation: 'GET /own',
          status: 200,
          token: 'mock-all-scopes',
        })
        expect(requests.response(1)).toEqual({
          status: 200,
          headers: {},
          omitted: expect.stringContaining('custom handler'),
        })
      }
    },
  )
})

describe('the response of a custom handler', () => {
  it('is kept if conmock made it, because the handler failed', async () => {
    const broken = http.get('*/broken', () => {
      throw new Error('oops')
    })
    const mock = createMock({ handlers: [broken] })
    const body = await (await mock.fetch('http://localhost/broken')).text()
    expect(mock.requests.response(1)).toMatchObject({ status: 500, body })
  })

  it('is kept if it is a fault', async () => {
    const mock = createMock({ handlers, faults: [{ effect: { status: 503 } }] })
    const body = await (await mock.fetch(authorized('/own'))).text()
    expect(mock.requests.response(1)).toMatchObject({ status: 503, body })
  })

  it('is not read by the mock, so that the handler notices a client that stops', async () => {
    let isCanceled = false
    const body = new ReadableStream({ cancel: () => void (isCanceled = true) })
    const mock = createMock({ handlers: [http.get('*/own', () => new HttpResponse(body))] })
    const response = await mock.fetch(authorized('/own'))
    await response.body!.cancel()
    expect(isCanceled).toBe(true)
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
