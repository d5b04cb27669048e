import { http, HttpResponse, type HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import type { FaultEffect } from '../../src/index.js'
import { authorized, ROLES, tokenRequest, volunteerPath } from '../support/ask.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { createPlace, SANDBOX, V1, type ControlPlace } from './admin-place.js'

async function sentTo({ ask }: ControlPlace, id: number) {
  return (await ask('GET', `${SANDBOX}/requests/${id}/response`)).body
}

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
]

describe('the response to a request', () => {
  it('is what the client got', async () => {
    const place = createPlace()
    for (const [index, path] of [ROLES, volunteerPath('1'), volunteerPath('none'), '/nowhere'].entries()) {
      const response = await place.mock.fetch(authorized(path))
      expect(await sentTo(place, index + 1)).toEqual({
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
    const place = createPlace()
    place.mock.faults.add({ effect })
    await place.mock.fetch(authorized(volunteerPath('1')))
    expect(await sentTo(place, 1)).toMatchObject(expected)
  })

  it('is neither in the entries nor in the events', async () => {
    const place = createPlace()
    const events = await place.send('GET', `${V1}/events`)
    await place.mock.fetch(authorized(volunteerPath('1')))
    const [entry] = (await place.ask('GET', `${SANDBOX}/requests`)).body.requests
    expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(['body']))
    expect(JSON.stringify(entry)).not.toContain('application/json')
    const reader = events.body!.getReader()
    let seen = ''
    while (!seen.includes('"path"')) {
      seen += new TextDecoder().decode((await reader.read()).value)
    }
    expect(seen).not.toContain('application/json')
    await reader.cancel()
  })

  it('is unknown after the journal is cleared, if the journal is off, without a response, and for other ids', async () => {
    const place = createPlace()
    await place.mock.fetch(authorized(ROLES))
    place.mock.requests.clear()
    place.mock.faults.add({ effect: { dropConnection: true } })
    await place.mock.fetch(authorized(ROLES)).catch(() => undefined)
    for (const id of ['1', '2', '3', '0', '-1', '1.5', 'x']) {
      expect((await place.ask('GET', `${SANDBOX}/requests/${id}/response`)).status).toBe(404)
    }
    const off = createPlace({ base: { maxRequests: 0 } })
    await off.mock.fetch(authorized(ROLES))
    expect((await off.ask('GET', `${SANDBOX}/requests/1/response`)).status).toBe(404)
  })
})

describe('secrets', () => {
  it('a response of the token endpoint is never kept', async () => {
    const place = createPlace({ base: { assumptions: { 'token.endpoint': 'on' } } })
    await place.mock.fetch(tokenRequest())
    await place.mock.fetch(tokenRequest('wrong'))
    for (const id of [1, 2]) {
      const { body, omitted } = await sentTo(place, id)
      expect({ body, omitted }).toEqual({ body: undefined, omitted: expect.stringContaining('token') })
    }
  })

  it.each(['/own', '/login', '/api/oauth/token'])('of custom handlers are hidden: %s', async (path) => {
    const method = path === '/api/oauth/token' ? 'POST' : 'GET'
    const server = await runServer({ handlers })
    const place = createPlace({ base: { handlers } })
    await place.mock.fetch(new Request(`http://localhost${path}`, { method }))
    await fetchFrom(server, path, { method })
    const response = await fetchFrom(server, `${SANDBOX}/requests/1/response`)
    for (const sent of [await sentTo(place, 1), await response.json()]) {
      expect(sent.status).toBe(200)
      expect(JSON.stringify(sent)).not.toContain('secret')
    }
  })
})

describe('the response of an own handler', () => {
  it.each([
    [
      '/own',
      { status: 200, body: '{"own":true}', headers: { 'x-own': '1', 'set-cookie': '…', 'x-auth': '…' } },
    ],
    ['/long', { status: 200, omitted: expect.stringContaining('64 kB') }],
    ['/longest', { body: 'x'.repeat(65_536) }],
    ['/picture', { omitted: 'The body is not text.' }],
    ['/empty', { status: 204 }],
  ])('%s is kept by a server and without one', async (path, expected) => {
    const server = await runServer({ handlers })
    const place = createPlace({ base: { handlers } })
    await (await place.mock.fetch(authorized(path))).text()
    await fetchFrom(server, path)
    expect(await sentTo(place, 1)).toMatchObject(expected)
    expect(await (await fetchFrom(server, `${SANDBOX}/requests/1/response`)).json()).toMatchObject(expected)
  })

  it('is an error if the handler fails', async () => {
    const server = await runServer({
      handlers: [
        http.get('*/own', () => {
          throw new Error('oops')
        }),
      ],
    })
    const body = await (await fetchFrom(server, '/own')).text()
    const response = await fetchFrom(server, `${SANDBOX}/requests/1/response`)
    expect(await response.json()).toMatchObject({ status: 500, body })
  })

  it('is not copied without a server if it is a stream, so that the handler notices a client that stops', async () => {
    let isCanceled = false
    const body = new ReadableStream({ cancel: () => void (isCanceled = true) })
    const place = createPlace({ base: { handlers: [http.get('*/own', () => new HttpResponse(body))] } })
    const response = await place.mock.fetch(authorized('/own'))
    await response.body!.cancel()
    expect(isCanceled).toBe(true)
    expect(await sentTo(place, 1)).toMatchObject({ status: 200, omitted: expect.stringContaining('length') })
  })
})

async function askOften({ mock }: ControlPlace, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await (await mock.fetch(authorized('/longest'))).text()
}

it('the oldest bodies are dropped, so that all together have at most 8 MB', async () => {
  const place = createPlace({ base: { handlers, maxRequests: 200 } })
  await askOften(place, 300)
  expect((await place.ask('GET', `${SANDBOX}/requests/100/response`)).status).toBe(404)
  // 122 bodies of 65,536 bytes fit into 8 MB, and 178 do not.
  expect(await sentTo(place, 178)).toMatchObject({
    status: 200,
    omitted: expect.stringContaining('8 MB. The oldest 178'),
  })
  expect(await sentTo(place, 179)).toMatchObject({ body: 'x'.repeat(65_536) })
  expect(await sentTo(place, 300)).toMatchObject({ body: 'x'.repeat(65_536) })
  place.mock.requests.clear()
  await askOften(place, 123)
  expect(await sentTo(place, 301)).toMatchObject({ omitted: expect.stringContaining('The oldest 1 ') })
})

it('bodies of entries that the journal has dropped do not count', async () => {
  const place = createPlace({ base: { handlers, maxRequests: 10 } })
  await askOften(place, 150)
  expect(await sentTo(place, 141)).toMatchObject({ body: 'x'.repeat(65_536) })
})

it('a long body of the API is not kept', async () => {
  const place = createPlace({ base: { roles: 3000, assumptions: { 'roles.pageSize': 3000 } } })
  const response = await place.mock.fetch(authorized(ROLES))
  expect((await response.text()).length).toBeGreaterThan(65_536)
  expect(await sentTo(place, 1)).toMatchObject({ status: 200, omitted: expect.stringContaining('64 kB') })
})
