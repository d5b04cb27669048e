import { test as base } from '@playwright/test'
import { http, HttpResponse } from 'msw'
import { conmock, type ConmockFixtures } from './conmock.js'
import { ask, askPlainly, expect, isOnServer, openPage } from './test.js'

const url = 'https://reg.example.com'
const bytes = new Uint8Array(256).map((_, index) => index)

const handlers = [
  http.put(`${url}/api/v0/roles`, async ({ request }) => HttpResponse.text(await request.text())),
  http.get(`${url}/image`, () => HttpResponse.arrayBuffer(bytes.buffer, { status: 203 })),
  http.get(`${url}/private`, () =>
    HttpResponse.json({}, { headers: { 'access-control-allow-origin': 'https://other.example.com' } }),
  ),
  http.get(`${url}/api/cookies`, () => {
    const headers = new Headers()
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    return HttpResponse.text('cookies', { headers })
  }),
  http.get(`${url}/error`, () => HttpResponse.error()),
  http.get(`${url}/broken`, () => {
    throw new Error('broken')
  }),
]

const test = base.extend<ConmockFixtures>(conmock({ baseUrl: url, handlers }))

test.skip(isOnServer, 'a server has its custom handlers')
test.beforeEach(({ page }) => openPage(page))

test('a handler may have any method', async ({ page }) => {
  const put = { method: 'PUT', body: 'text' }
  expect(await ask(page, '/api/v0/roles', put)).toMatchObject({ status: 200, body: 'text' })
})

test('bytes and status do not change', async ({ page }) => {
  const seen = await page.evaluate(async (address) => {
    const response = await fetch(address)
    return { status: response.status, bytes: Array.from(new Uint8Array(await response.arrayBuffer())) }
  }, `${url}/image`)
  expect(seen).toEqual({ status: 203, bytes: Array.from(bytes) })
})

test('CORS headers of a handler do not change', async ({ page }) => {
  expect(await askPlainly(page, '/private')).toHaveProperty('failure')
})

test('cookies stay separate', async ({ context, page }) => {
  await page.goto(`${url}/api/cookies`)
  const cookies = await context.cookies()
  expect(cookies.map(({ name, value }) => [name, value])).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
})

test('a handler may fail', async ({ mock, page }) => {
  expect(await askPlainly(page, '/error')).toHaveProperty('failure')
  expect(await askPlainly(page, '/broken')).toMatchObject({ status: 500 })
  expect(await mock.requests.last()).toMatchObject({
    refusal: { detail: 'one of your handlers failed: Error: broken' },
  })
})

base.describe('an app at the origin of its API', () => {
  const served = base.extend({
    context: async ({ context }, use) => {
      await context.route(`${url}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: `<h1>${route.request().url()}</h1>` }),
      )
      await use(context)
    },
  })
  const sameOrigin = served.extend<ConmockFixtures>(conmock({ baseUrl: url }))

  sameOrigin('gets its pages from its own server', async ({ mock, page }) => {
    await page.goto(`${url}/desk`)
    await expect(page.getByRole('heading')).toHaveText(`${url}/desk`)
    expect(await askPlainly(page, '/part')).toMatchObject({ status: 200, body: `<h1>${url}/part</h1>` })
    expect(await mock.requests.all()).toEqual([])
    expect(await ask(page, '/api/v0/roles')).toMatchObject({ status: 200 })
    expect(await ask(page, '/api/v0/role')).toMatchObject({ status: 404 })
    const entries = await mock.requests.all()
    expect(entries.map(({ method, status }) => [method, status])).toEqual([
      ['GET', 200],
      ['GET', 404],
    ])
  })
})
