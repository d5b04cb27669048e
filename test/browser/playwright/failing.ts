// These tests fail on purpose. The test of the fixture reads their report.
import { test as base } from '@playwright/test'
import { conmock, type ConmockFixtures } from './conmock.js'
import { apiUrl, ask, expect, openPage, server, test } from './test.js'

const loadedAt = Date.now()

test.describe.configure({ retries: 1 })

test('fails', async ({ page }) => {
  await openPage(page)
  const { status } = await ask(page, '/api/v0/role')
  expect(status).toBe(200)
})

test('fails without a request', async ({ mock }) => {
  expect(await mock.requests.count()).toBe(1)
})

test('passes at the second attempt', async ({ page }, { retry }) => {
  await openPage(page)
  await ask(page, '/api/v0/roles')
  expect(retry).toBe(1)
})

test('takes too long', async ({ mock, page }) => {
  await mock.faults.add({ effect: { hang: true } })
  await openPage(page)
  const asked = page.waitForRequest('**/api/v0/roles', { timeout: 25_000 })
  const asking = ask(page, '/api/v0/roles')
  // On a busy machine, the first request takes seconds. Playwright counts its limit from the start of the test.
  await asked
  test.setTimeout(Date.now() - loadedAt + 3000)
  await asking
})

test('fails as expected', async ({ page }) => {
  test.fail()
  await openPage(page)
  expect(await ask(page, '/api/v0/roles')).toMatchObject({ status: 500 })
})

test('passes', async ({ page }) => {
  await openPage(page)
  expect(await ask(page, '/api/v0/roles')).toMatchObject({ status: 200 })
})

test.describe('with an invalid option', () => {
  test.use({ mockOptions: { data: 'none' as 'empty' } })

  test('fails before it starts', async ({ mock }) => {
    expect(mock).toBeDefined()
  })
})

const strict = base.extend<ConmockFixtures>(conmock({ server, baseUrl: apiUrl, strict: true }))

strict('is refused with strict', async ({ mock }) => {
  await mock.faults.add({ operation: 'getVolunteer', effect: { hang: true } })
  expect((await mock.fetch('/api/v0/role')).status).toBe(404)
})

strict('is refused before a reset', async ({ mock }) => {
  expect((await mock.fetch('/api/v0/role')).status).toBe(404)
  await mock.reset()
})

strict('expects a refusal with strict', async ({ mock }) => {
  mock.requests.expect({ status: 404 })
  expect((await mock.fetch('/api/v0/role')).status).toBe(404)
})

test('expects a request in vain', async ({ mock }) => {
  mock.requests.expect({ status: 404 })
})
