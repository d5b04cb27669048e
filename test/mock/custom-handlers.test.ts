import { bypass, graphql, http, HttpResponse, passthrough, ws, type HttpHandler } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi, type Mock } from '../../src/index.js'
import { authorized, BASE } from '../support/ask.js'

const roles = () => authorized('/api/v0/roles')

function fail(): never {
  throw new Error('secret detail')
}

function send(handlers: readonly HttpHandler[], request = roles()): Promise<Response> {
  return createMock({ handlers }).fetch(request)
}

describe('the custom handlers, through mock.fetch', () => {
  test('come first, in order', async () => {
    const own = ['first', 'second'].map((name) => http.all('*/api/v0/roles', () => HttpResponse.text(name)))
    expect(await (await send(own)).text()).toBe('first')
  })

  test('may each read the body before the API gets it', async () => {
    const seen: string[] = []
    const log = http.post('*', async ({ request }) => void seen.push(await request.text()))
    const extend = extendApi().operation('add', 'POST /api/v0/add', { body: z.object({}) }, () => ({}))
    const mock = createMock({ extend, handlers: [log, log] })
    const response = await mock.fetch(authorized('/api/v0/add'), { method: 'POST', body: '{}' })
    expect({ status: response.status, seen }).toEqual({ status: 200, seen: ['{}', '{}'] })
  })

  test('are skipped if they do not match, return nothing, or call passthrough()', async () => {
    const seen = vi.fn<(url: string) => void>()
    const own = [
      http.get('*/elsewhere', () => HttpResponse.text('wrong')),
      http.post('*/api/v0/roles', () => HttpResponse.text('wrong')),
      http.get('*/api/v0/roles', ({ request }) => seen(request.url)),
      http.get('*/api/v0/roles', () => passthrough()),
    ]
    expect(await (await send(own)).json()).toHaveProperty('nextPage')
    expect(seen).toHaveBeenCalledWith(`${BASE}/api/v0/roles`)
  })

  test('are answered with 500 without details if they throw, and the next request succeeds', async () => {
    const mock = createMock({ handlers: [http.get('*/api/v0/roles', fail, { once: true })] })
    const response = await mock.fetch(roles())
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      status: 500,
      code: 'internal_error',
      detail: 'One of your handlers threw an error.',
      hint: expect.not.stringContaining('report') as string,
    })
    expect(text).not.toMatch(/secret|custom-handlers|\bat .*:\d+/)
    expect((await mock.fetch(roles())).status).toBe(200)
  })

  test('do not change if the caller changes the list later', async () => {
    const handlers: HttpHandler[] = []
    const mock = createMock({ handlers })
    handlers.push(http.get('*/api/v0/roles', () => HttpResponse.text('late')))
    expect(await (await mock.fetch(roles())).json()).toHaveProperty('nextPage')
    expect(mock.handlers).toHaveLength(1)
  })

  test('may be for GraphQL and for WebSockets, which only msw connects', async () => {
    const chat = ws.link('wss://chat.example.com').addEventListener('connection', () => undefined)
    const me = graphql.query('Me', () => HttpResponse.json({ data: { id: '1' } }))
    const mock = createMock({ handlers: [chat, me] })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ query: 'query Me { id }' })
    for (const faults of [0, 1]) {
      if (faults > 0) mock.faults.add({ effect: { delay: 1 } })
      const response = await mock.fetch(`${BASE}/graphql`, { ...init, body })
      expect(await response.json()).toEqual({ data: { id: '1' } })
      expect((await mock.fetch(roles())).status).toBe(200)
    }
    expect(mock.handlers).toMatchObject([chat, me, {}])
  })

  test('may send requests to the mock', async () => {
    const mock: Mock = createMock({
      handlers: [
        http.get('*/api/v0/both', async () => {
          const [first, second] = await Promise.all([mock.fetch(roles()), mock.fetch(bypass(roles()))])
          return HttpResponse.json([first.status, second.status])
        }),
      ],
    })
    expect(await (await mock.fetch(authorized('/api/v0/both'))).json()).toEqual([200, 200])
  })
})
