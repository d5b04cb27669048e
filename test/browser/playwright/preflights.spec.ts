import { ask, askPlainly, expect, openPage, test } from './test.js'

test.beforeEach(({ page }) => openPage(page))

test('a request with a token has a preflight', async ({ mock, page }) => {
  expect(await ask(page, '/api/v0/roles')).toMatchObject({ status: 200 })
  const entries = await mock.requests.all()
  expect(entries.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['OPTIONS', '/api/v0/roles', 204],
    ['GET', '/api/v0/roles', 200],
  ])
})

test('a simple request has no preflight', async ({ mock, page }) => {
  expect(await askPlainly(page, '/api/v0/roles')).toMatchObject({ status: 401 })
  expect(await askPlainly(page, '/api/v0/roles', { method: 'POST', body: 'text' })).toMatchObject({
    status: 405,
  })
  expect(await mock.requests.count({ method: 'OPTIONS' })).toBe(0)
})

for (const method of ['PUT', 'PATCH', 'DELETE']) {
  test(`${method} is refused, as by a server`, async ({ mock, page }) => {
    expect(await ask(page, '/api/v0/roles', { method })).toEqual({ failure: 'TypeError: Failed to fetch' })
    const entries = await mock.requests.all()
    expect(entries.map((entry) => [entry.method, entry.status])).toEqual([['OPTIONS', 204]])
  })
}

test('any request header is allowed', async ({ page }) => {
  const headers = { 'x-mine': '1', 'content-type': 'application/json' }
  expect(await ask(page, '/api/v0/roles', { headers })).toMatchObject({ status: 200 })
})
