import { ask, expect, openPage, test } from './test.js'

test.beforeEach(({ page }) => openPage(page))

for (const method of ['PUT', 'PATCH', 'DELETE']) {
  test(`a page of another origin can read why ${method} is refused`, async ({ mock, page }) => {
    const { status, body } = await ask(page, '/api/v0/roles', { method })
    expect([status, JSON.parse(body!)]).toMatchObject([405, { code: 'method_not_allowed' }])
    expect(await mock.requests.all()).toMatchObject([{ method, status: 405 }])
  })
}

test('a page of another origin may send any header', async ({ page }) => {
  const headers = { 'x-mine': '1', 'content-type': 'application/json' }
  expect(await ask(page, '/api/v0/roles', { headers })).toMatchObject({ status: 200 })
})
