import { ask, expect, isOnServer, openPage, test } from './test.js'

const FAILED = { failure: 'TypeError: Failed to fetch' }

test.beforeEach(({ page }) => openPage(page))

test('status', async ({ mock, page }) => {
  await mock.faults.add({ operation: 'listRoles', when: { nth: 2 }, effect: { status: 503, retryAfter: 7 } })
  expect(await ask(page, '/api/v0/roles')).toMatchObject({ status: 200 })
  expect(await ask(page, '/api/v0/roles')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '7', 'conmock-fault': 'status=503' },
  })
})

test('dropConnection', async ({ mock, page }) => {
  await mock.faults.add({ effect: { dropConnection: true } })
  const failed = page.waitForEvent('requestfailed')
  expect(await ask(page, '/api/v0/roles')).toEqual(FAILED)
  expect((await failed).failure()).toEqual({ errorText: 'net::ERR_CONNECTION_RESET' })
})

test('truncateBody', async ({ mock, page }) => {
  await mock.faults.add({ effect: { truncateBody: 10 } })
  const seen = await ask(page, '/api/v0/roles')
  // Playwright cannot send a part of a body, so the body is short, but ends properly.
  if (isOnServer) expect(seen).toEqual({ failure: expect.stringContaining('TypeError') })
  else expect(seen).toMatchObject({ status: 200, body: expect.stringMatching(/^.{10}$/s) })
})

test('hang', async ({ mock, page }) => {
  await mock.faults.add({ effect: { hang: true } })
  const asked = ask(page, '/api/v0/roles').catch(() => 'closed')
  await mock.requests.waitFor({ fault: 'hang' }, { timeout: 10_000 })
  await page.close()
  expect(await asked).toBe('closed')
})

test('delay', async ({ mock, page }) => {
  await mock.faults.add({ effect: { delay: 40 } })
  expect(await ask(page, '/api/v0/roles')).toMatchObject({ status: 200 })
  const entry = await mock.requests.find({ operation: 'listRoles' })
  expect(entry).toMatchObject({ fault: 'delay=40' })
  expect(entry!.durationMs).toBeGreaterThanOrEqual(39)
})

test('a page that gives up ends a delay', async ({ mock, page }) => {
  test.skip(isOnServer, 'the request may end before the server gets it')
  await mock.faults.add({ effect: { delay: 600_000 } })
  const requested = page.waitForRequest('**/api/v0/roles')
  const asked = ask(page, '/api/v0/roles').catch(() => 'gone')
  await requested
  await page.goto('about:blank')
  await asked
  expect(await mock.requests.waitFor({ method: 'GET' }, { timeout: 10_000 })).toMatchObject({ status: 0 })
})

test('a pending request at the end of a test causes no error', async ({ mock, page }) => {
  await mock.faults.add({ effect: { delay: 600_000 } })
  void ask(page, '/api/v0/roles').catch(() => undefined)
  await page.waitForRequest((request) => request.url().includes('/api/v0/roles'))
})
