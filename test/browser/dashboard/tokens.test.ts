import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { copied, useDashboard } from './open-dashboard.js'

const open = useDashboard()

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row', { name: new RegExp(`^${name}`) })
}

it('never contains a token of the option tokens, but can revoke it after a confirmation', async () => {
  const token = 'real-secret-of-the-user'
  const { page, server, ask } = await open({
    view: 'tokens',
    server: { tokens: { [token]: ['volunteer:read'] } },
  })
  const row = rowOf(page, 'custom token 1 volunteer:read custom never')
  await row.waitFor()
  expect(await row.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  expect(await page.content()).not.toContain(token)
  await page.getByRole('button', { name: 'Revoke custom token 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this token?' })
  await dialog.getByText('custom token 1').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await ask('/api/v0/users/1/volunteer', token)).status).toBe(200)
  await page.getByRole('button', { name: 'Revoke custom token 1' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await rowOf(page, 'custom token 1 volunteer:read custom revoked').waitFor()
  expect(await page.content()).not.toContain(token)
  expect(server.mock.tokens.all.find((each) => each.token === token)?.revoked).toBe(true)
  expect((await ask('/api/v0/users/1/volunteer', token)).status).toBe(401)
})

it('issues a token and copies it with one click', async () => {
  const { page, ask } = await open({ view: 'tokens' })
  await page.getByRole('button', { name: 'Issue a token' }).click()
  await page.getByRole('checkbox', { name: 'volunteer:read' }).uncheck()
  await page.getByRole('button', { name: 'Issue the token' }).click()
  await page.getByRole('button', { name: 'Copy the token' }).click()
  await page.getByText('Copied: new token').waitFor()
  const token = await copied(page)
  expect(await page.getByRole('region', { name: 'New token' }).textContent()).toContain(token)
  expect((await ask('/api/v0/roles', token)).status).toBe(200)
  expect((await ask('/api/v0/users/1/volunteer', token)).status).toBe(403)
})

it('issues a token with its own text and expiry, by Enter', async () => {
  const { page, server } = await open({ view: 'tokens' })
  await page.getByRole('button', { name: 'Issue a token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '1 h' }).click()
  await page.getByLabel('Token (optional)').fill('of-my-own')
  await page.keyboard.press('Enter')
  await rowOf(page, 'of-my-own volunteer:read ?user:read issued in (1 h|59 min)').waitFor()
  const issued = server.mock.tokens.all.find(({ token }) => token === 'of-my-own')!
  expect(issued.expiresAt! - Date.now()).toBeGreaterThan(3_500_000)
})

it('shows what is wrong at the field', async () => {
  const { page } = await open({ view: 'tokens' })
  const seconds = page.getByLabel('Expires in (seconds)')
  const token = page.getByLabel('Token (optional)')
  const issue = page.getByRole('button', { name: 'Issue the token' })
  await page.getByRole('button', { name: 'Issue a token' }).click()
  for (const [field, value, message] of [
    [seconds, '-1', /"expiresIn" must be a number of seconds from 0, but is -1/],
    [seconds, 'soon', /"expiresIn" must be a number of seconds from 0$/],
    [seconds, '1e15', /"expiresIn" must end before the year 10000/],
    [token, 'two words', /"token" may only contain letters/],
    [token, 'mock-all-scopes', /"token" already exists/],
  ] as const) {
    await field.fill(value)
    await issue.click()
    await page.getByRole('alert').filter({ hasText: message }).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('')
  }
})

it('shows by the clock of the sandbox when a token expires', async () => {
  const { page, server } = await open({ view: 'tokens', server: { now: Date.UTC(2030, 0, 31, 12) } })
  server.mock.tokens.issue({ token: 'for-an-hour', expiresIn: 3600 })
  const isShown = (text: string) => () => rowOf(page, `for-an-hour none issued ${text}`).isVisible()
  await expect.poll(isShown('in 1 h 2030-01-31')).toBe(true)
  server.mock.clock.advance(3000)
  await expect.poll(isShown('in 10 min')).toBe(true)
  server.mock.clock.advance(600)
  await expect.poll(isShown('expired')).toBe(true)
})

it('shows without a change on the server that a token has expired', async () => {
  const { page, server } = await open({ view: 'tokens' })
  server.mock.tokens.issue({ token: 'for-seconds', expiresIn: 3 })
  await rowOf(page, 'for-seconds none issued in [1-3] s').waitFor()
  await expect.poll(() => rowOf(page, 'for-seconds none issued expired').isVisible()).toBe(true)
})

it('shows a hundred of many tokens, then all', async () => {
  const { page, server } = await open({ view: 'tokens' })
  for (let index = 0; index < 300; index++) server.mock.tokens.issue({ token: `of-test-${index}` })
  await rowOf(page, 'of-test-299').waitFor()
  expect(await page.getByRole('row').count()).toBe(101)
  await page.getByRole('button', { name: 'Show all 305 tokens' }).click()
  await rowOf(page, 'of-test-0').waitFor()
  expect(await page.getByRole('row').count()).toBe(306)
})
