import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click()
}

async function chooseRoles(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'listRoles' }).check()
}

function response(page: Page) {
  return page.getByRole('region', { name: 'Response' })
}

async function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

it('sends the request that it shows, and shows the response', async () => {
  const { page, server } = await open({ view: 'try-it' })
  await page.getByText('No response yet').waitFor()
  await page.getByLabel('User id').fill('2')
  await page.getByText('GET /api/v0/users/2/volunteer Authorization: Bearer mock-all-scopes').waitFor()
  await send(page)
  await response(page).getByText('200', { exact: true }).waitFor()
  await response(page)
    .getByText(/^\d+(\.\d)? ms$/)
    .waitFor()
  await response(page).getByText('application/json', { exact: true }).waitFor()
  await response(page).getByText('"id": "50000002"').waitFor()
  const { path, token, status } = server.mock.requests.last()!
  expect({ path, token, status }).toEqual({
    path: '/api/v0/users/2/volunteer',
    token: 'mock-all-scopes',
    status: 200,
  })
  await page.getByRole('link', { name: 'See it in Requests' }).click()
  await page.getByRole('option', { name: /200.*GET.*\/users\/2\/volunteer/ }).waitFor()
  await page.goBack()
  expect(await page.getByLabel('User id').inputValue()).toBe('2')
})

it('offers users of the sandbox, one of them without a record', async () => {
  const { page } = await open({ view: 'try-it' })
  const users = page.getByRole('option', { includeHidden: true })
  await expect.poll(() => users.allTextContents()).toContain('has no volunteer record')
  await page.getByLabel('User id').fill('28')
  await page.keyboard.press('Enter')
  await response(page).getByText('404', { exact: true }).waitFor()
  await response(page)
    .getByText(/no_volunteer_record/)
    .waitFor()
})

it('sends any text as a user id', async () => {
  const { page, server } = await open({ view: 'try-it' })
  for (const id of ['a/b?c#d %41', 'Zoë 🦊', '<b>"\'</b>', '\u{202e}left']) {
    await server.mock.users.create({ id })
    await page.getByLabel('User id').fill(id)
    await send(page)
    const path = `/api/v0/users/${encodeURIComponent(id)}/volunteer`
    await expect.poll(() => server.mock.requests.last()?.path).toBe(path)
    expect(server.mock.requests.last()?.refusal?.code).toBe('no_volunteer_record')
    await response(page).getByText('404', { exact: true }).waitFor()
  }
  await page.getByLabel('User id').fill('')
  await send(page)
  await expect.poll(() => server.mock.requests.last()?.path).toBe('/api/v0/users//volunteer')
  await page.getByLabel('User id').fill('..')
  await page.getByText('Browsers resolve dots in a path').waitFor()
  await page.getByText('GET /api/v0/volunteer').waitFor()
})

it('sends another token, or none', async () => {
  const { page, server } = await open({ view: 'try-it' })
  const token = page.getByLabel('Token', { exact: true })
  await token.selectOption('No token')
  await send(page)
  await response(page).getByText('401', { exact: true }).waitFor()
  expect(server.mock.requests.last()?.token).toBeUndefined()
  await token.selectOption({ label: 'mock-user-read – user:read' })
  await send(page)
  await response(page).getByText('403', { exact: true }).waitFor()
  server.mock.tokens.issue({ token: 'typed-by-hand', scopes: ['volunteer:read'] })
  await token.selectOption('Another token …')
  await page.getByLabel('Another token').fill('typed-by-hand')
  await page.keyboard.press('Enter')
  await response(page).getByText('200', { exact: true }).waitFor()
  await page.getByLabel('Another token').fill('日本')
  await page.getByText('A header cannot contain this token').waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
})

it('says when a chosen token no longer exists', async () => {
  const { page, server } = await open({ view: 'try-it' })
  server.mock.tokens.issue({ token: 'until-the-reset', scopes: ['volunteer:read'] })
  await page.getByLabel('Token', { exact: true }).selectOption('until-the-reset')
  await server.mock.reset()
  await page.getByText('This token no longer exists').waitFor()
  await send(page)
  await response(page).getByText('401', { exact: true }).waitFor()
  expect(server.mock.requests.last()?.token).toBe('unknown')
})

it('sends a token of the option tokens without showing it', async () => {
  const secret = 'real-secret-of-the-user'
  const { page } = await open({ view: 'try-it', server: { tokens: { [secret]: ['volunteer:read'] } } })
  await page.getByLabel('Token', { exact: true }).selectOption('custom token 1')
  await send(page)
  await response(page).getByText('200', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied: curl command').waitFor()
  expect(await copied(page)).toContain('"Authorization: Bearer $TOKEN"')
})

it('walks the pages of roles', async () => {
  const { page, server } = await open({
    view: 'try-it',
    server: { roles: 7, assumptions: { 'roles.pageSize': 3 } },
  })
  await chooseRoles(page)
  await send(page)
  await page.getByText('Page 1 · 3 roles').waitFor()
  const next = page.getByRole('button', { name: 'Next page' })
  await next.click()
  await page.getByText('Page 2 · 3 roles').waitFor()
  expect(await page.getByLabel('Cursor').inputValue()).not.toBe('')
  await next.click()
  await page.getByText('Page 3 · 1 role · This is the last page: nextPage is null.').waitFor()
  expect(await next.isDisabled()).toBe(true)
  // The buttons belong to the response, not to the form.
  await page.getByRole('radio', { name: 'getVolunteer' }).check()
  await page.getByRole('button', { name: 'First page' }).click()
  await page.getByText('Page 1 · 3 roles').waitFor()
  expect(await page.getByLabel('Cursor').inputValue()).toBe('')
  server.mock.assume({ 'roles.lastPage': 'absent', 'roles.pageSize': 100 })
  await send(page)
  await page.getByText('Page 1 · 7 roles · This is the last page: nextPage is absent.').waitFor()
  await page.getByLabel('Cursor').fill('unknown')
  await send(page)
  await response(page).getByText('400', { exact: true }).waitFor()
  expect(await next.count()).toBe(0)
})

it('stays usable with a page of 10,000 roles', async () => {
  const { page } = await open({
    view: 'try-it',
    server: { roles: 10_000, assumptions: { 'roles.pageSize': 10_000 } },
  })
  await chooseRoles(page)
  await send(page)
  await page.getByText('Page 1 · 10,000 roles').waitFor()
  await page.getByText(/The first 20,000 of [\d,]+ characters/).waitFor()
  expect((await page.getByRole('region', { name: 'Body' }).textContent())!.length).toBeLessThan(21_000)
  await page.getByRole('button', { name: 'Copy the whole body' }).click()
  await page.getByText('Copied: body').waitFor()
  const { data } = JSON.parse(await copied(page)) as { data: unknown[] }
  expect(data).toHaveLength(10_000)
})

it('shows what arrived of a broken response', async () => {
  // Chromium drops what the page has not read when a connection breaks. It keeps less than a megabyte ready, so the
  // page has read the start of this body.
  const { page, server } = await open({
    view: 'try-it',
    server: { assumptions: { 'roles.pageSize': 10_000 } },
  })
  await server.mock.roles.createMany(4000, (index) => ({ name: `${index}`.padEnd(1000, 'x') }))
  await chooseRoles(page)
  server.mock.faults.add({ effect: { truncateBody: 3_000_000 } })
  const start = page.getByRole('region', { name: 'Body' }).getByText('{"data":[{"id":"1","')
  await send(page)
  await page.getByText(/^The body is incomplete.* of [\d,]+ bytes\.$/).waitFor()
  expect(await start.count()).toBe(1)
  server.mock.faults.clear()
  server.mock.faults.add({ effect: { invalidJson: true } })
  await send(page)
  await page.getByText('The body is not valid JSON').waitFor()
  await start.waitFor()
  await response(page).getByText('invalidJson').waitFor()
  server.mock.faults.clear()
  server.mock.faults.add({ effect: { dropConnection: true } })
  await send(page)
  await page.getByText('No response: the connection was closed before one arrived.').waitFor()
  server.mock.faults.clear()
  server.mock.faults.add({ effect: { status: 503, retryAfter: 7 } })
  await send(page)
  await response(page).getByText('503', { exact: true }).waitFor()
  await response(page).getByText('retry-after', { exact: true }).waitFor()
})

it('cancels a request that gets no response', async () => {
  const { page, server } = await open({ view: 'try-it' })
  server.mock.faults.add({ effect: { hang: true } })
  await send(page)
  await page.getByText('Waiting for the response …').waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You canceled the request.').waitFor()
  server.mock.faults.clear()
  await send(page)
  await response(page).getByText('200', { exact: true }).waitFor()
})

it('sends requests to the selected sandbox only', async () => {
  const { page, server } = await open({ view: 'try-it' })
  await fetch(`${server.url}/__conmock/v1/sandboxes/w1`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"data":{"volunteers":[{"user":{"id":"only-in-w1"}}]}}',
  })
  await page.getByLabel('Sandbox', { exact: true }).selectOption('w1')
  await page.getByText('Conmock-Sandbox: w1').waitFor()
  await page.getByLabel('User id').fill('only-in-w1')
  await send(page)
  await response(page).getByText('200', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied: curl command').waitFor()
  expect(await copied(page)).toContain("-H 'Conmock-Sandbox: w1'")
  expect(server.mock.requests.count({})).toBe(0)
  await page.getByLabel('Sandbox', { exact: true }).selectOption('default')
  await page.getByText('No response yet').waitFor()
  expect(await page.getByLabel('User id').inputValue()).toBe('1')
  expect(await page.getByText('Conmock-Sandbox: default').count()).toBe(1)
})
