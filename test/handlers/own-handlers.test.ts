import { bypass, http, HttpResponse, passthrough, type HttpHandler } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { authorized, BASE } from '../support/ask.js'
import { intercept } from '../support/msw.js'

/** The two ways to send a request to a mock in the same process. The tests of the server cover the third way. */
const ways: [string, (handlers: readonly HttpHandler[], request: Request) => Promise<Response>][] = [
  ['mock.fetch', (handlers, request) => createMock({ handlers }).fetch(request)],
  [
    'mock.handlers',
    (handlers, request) => {
      intercept(...createMock({ handlers }).handlers)
      return fetch(request)
    },
  ],
]

const roles = () => authorized('/api/v0/roles')

describe.each(ways)("the user's own handlers, through %s", (_, send) => {
  test('come first', async () => {
    const own = http.get('*/api/v0/roles', () => HttpResponse.json({ mine: true }, { status: 503 }))
    const response = await send([own], roles())
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ mine: true })
  })

  test('are tried in order', async () => {
    const own = ['first', 'second'].map((name) => http.all('*/api/v0/roles', () => HttpResponse.text(name)))
    expect(await (await send(own, roles())).text()).toBe('first')
  })

  test('are skipped if they do not match, or return nothing', async () => {
    const seen = vi.fn<(url: string) => void>()
    const own = [
      http.get('*/elsewhere', () => HttpResponse.text('wrong')),
      http.post('*/api/v0/roles', () => HttpResponse.text('wrong')),
      http.get('*/api/v0/roles', ({ request }) => seen(request.url)),
    ]
    expect(await (await send(own, roles())).json()).toHaveProperty('nextPage')
    expect(seen).toHaveBeenCalledWith(`${BASE}/api/v0/roles`)
  })

  test('match a path with parameters', async () => {
    const own = http.get(`${BASE}/api/v0/users/:id/volunteer`, ({ params }) => HttpResponse.json(params))
    const response = await send([own], authorized('/api/v0/users/a%20b/volunteer'))
    expect(await response.json()).toEqual({ id: 'a b' })
  })

  test('can answer requests that are not part of the API', async () => {
    const own = http.post('*/api/v0/users', async ({ request }) =>
      HttpResponse.json(await request.json(), { status: 201 }),
    )
    const request = new Request(`${BASE}/api/v0/users`, { method: 'POST', body: '{"name":"x"}' })
    const response = await send([own], request)
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ name: 'x' })
  })

  test('can refuse a request by throwing a response', async () => {
    const own = http.get('*/api/v0/roles', () => {
      throw HttpResponse.text('gone', { status: 410 })
    })
    expect((await send([own], roles())).status).toBe(410)
  })
})

describe("the user's own handlers, through mock.fetch", () => {
  test('leave a request to the API with passthrough()', async () => {
    const mock = createMock({ handlers: [http.get('*/api/v0/roles', () => passthrough())] })
    const response = await mock.fetch(roles())
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty('nextPage')
  })

  test('are answered with 500 without details if they throw, and the next request succeeds', async () => {
    const failing = http.get(
      '*/api/v0/roles',
      () => {
        throw new Error('secret detail')
      },
      { once: true },
    )
    const mock = createMock({ handlers: [failing] })
    const response = await mock.fetch(roles())
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'internal_error' })
    expect(text).not.toMatch(/secret|own-handlers|\bat .*:\d+/)
    expect((await mock.fetch(roles())).status).toBe(200)
  })

  test('are used once for each mock if each mock has its own', async () => {
    const [first, second] = [1, 2].map(() =>
      createMock({
        handlers: [http.get('*/api/v0/roles', () => HttpResponse.text('once'), { once: true })],
      }),
    )
    for (const mock of [first!, second!]) {
      expect(await (await mock.fetch(roles())).text()).toBe('once')
      expect((await mock.fetch(roles())).headers.get('content-type')).toBe('application/json')
    }
  })

  test('do not change if the caller changes the list later', async () => {
    const handlers: HttpHandler[] = []
    const mock = createMock({ handlers })
    handlers.push(http.get('*/api/v0/roles', () => HttpResponse.text('late')))
    expect(await (await mock.fetch(roles())).json()).toHaveProperty('nextPage')
    expect(mock.handlers).toHaveLength(1)
  })

  test('do not prevent the response to a malformed request', async () => {
    const own = http.get('*/api/v0/users/:id/volunteer', () => undefined)
    const response = await createMock({ handlers: [own] }).fetch(authorized('/api/v0/users/%zz/volunteer'))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'malformed_path' })
  })

  test('may send requests to the mock', async () => {
    const mock = createMock({
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
