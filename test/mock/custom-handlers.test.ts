import { bypass, http, HttpResponse, passthrough, type HttpHandler } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { createMock, type Mock } from '../../src/index.js'
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
