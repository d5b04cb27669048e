import { ask, askPlainly, expect, isOnServer, openPage, test } from './test.js'

test.beforeEach(({ page }) => openPage(page))

test('answers with the records of this test', async ({ mock, page }) => {
  await mock.volunteers.create({ user: { id: '4242', preferredName: 'Sky ☀' }, departments: [] })
  const { status, body, headers } = await ask(page, '/api/v0/users/4242/volunteer')
  expect(status).toBe(200)
  expect(JSON.parse(body!)).toMatchObject({ user: { preferredName: 'Sky ☀' }, departments: [] })
  expect(headers).toMatchObject({ 'content-type': expect.stringContaining('application/json') })
  expect(await mock.requests.findMany({ method: 'GET' })).toMatchObject([
    { operation: 'getVolunteer', status: 200, token: 'mock-all-scopes' },
  ])
})

test('exposes the headers that the server exposes', async ({ page }) => {
  const { status, headers } = await askPlainly(page, '/api/v0/roles')
  expect(status).toBe(401)
  expect(headers).toMatchObject({ 'www-authenticate': expect.stringContaining('Bearer') })
  expect((await ask(page, '/api/v0/roles')).headers).toHaveProperty('conmock-assumed')
})

test("answers requests with credentials: 'include'", async ({ page }) => {
  test.skip(isOnServer, 'The server has to know the origin of the page.')
  expect(await ask(page, '/api/v0/roles', { credentials: 'include' })).toMatchObject({ status: 200 })
})

test('answers unknown paths like a server', async ({ mock, page }) => {
  expect(await ask(page, '/api/v0/role')).toMatchObject({ status: 404 })
  expect(await ask(page, '/elsewhere')).toMatchObject({ status: 404 })
  await mock.assume({ 'path.unknown': '501' })
  expect(await ask(page, '/api/v0/role')).toMatchObject({ status: 501 })
})

test('answers forms', async ({ mock, page }) => {
  await mock.assume({ 'token.endpoint': 'on' })
  const form = 'grant_type=client_credentials&client_id=conmock&client_secret=conmock-secret'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status, body } = await askPlainly(page, '/api/oauth/token', { method: 'POST', body: form, headers })
  expect(status).toBe(200)
  expect(JSON.parse(body!)).toHaveProperty('access_token')
})

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

test('answers every page of the context', async ({ context, mock, page }) => {
  const other = await context.newPage()
  await openPage(other)
  await Promise.all([ask(page, '/api/v0/roles'), ask(other, '/api/v0/roles')])
  expect(await mock.requests.count({ operation: 'listRoles' })).toBe(2)
})

test.describe('with options', () => {
  test.use({ mockOptions: { data: 'empty', assumptions: { 'roles.pageSize': 5 } } })

  test('has the data of these options', async ({ mock, page }) => {
    expect(JSON.parse((await ask(page, '/api/v0/roles')).body!)).toMatchObject({ data: [] })
    expect(await mock.roles.count()).toBe(0)
  })
})

for (const number of [1, 2, 3, 4]) {
  test(`shares nothing with other tests (${number})`, async ({ mock, page }) => {
    expect(await mock.requests.all()).toEqual([])
    await mock.volunteers.create({ user: { id: '777000' } })
    await mock.roles.clear()
    await ask(page, '/api/v0/roles')
    expect(await mock.requests.count({ operation: 'listRoles' })).toBe(1)
    expect((await mock.faults.all).length).toBe(0)
    await mock.faults.add({ effect: { status: 503 } })
  })
}
