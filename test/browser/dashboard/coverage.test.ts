import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

/** A row, by the name in its first cell. */
function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
}

/** Returns a function that reads the last cell of a row. */
function countOf(page: Page, name: string): () => Promise<string> {
  return () => row(page, name).getByRole('cell').last().innerText()
}

it('says what to do as long as there are no counts, and counts while an app asks', async () => {
  const { page, ask } = await open({ view: 'coverage' })
  await page.getByText('No client has received a response yet').waitFor()
  await page.getByText(/curl .*\/api\/v0\/roles/).waitFor()
  await ask('/api/v0/roles', 'unknown')
  await expect.poll(countOf(page, '401 invalid_token')).toBe('1')
  await page.getByText('1 of 40 cases covered').waitFor()
  await expect.poll(countOf(page, 'roles.page.first')).toBe('untested')
  await ask('/api/v0/roles')
  await expect.poll(countOf(page, 'roles.page.first')).toBe('1')
  await page.getByText('3 of 40 cases covered').waitFor()
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('3')
  await ask('/api/v0/roles')
  await expect.poll(countOf(page, 'roles.page.first')).toBe('2')
  await row(page, 'roles.order=id').getByText('assumed').waitFor()
})

it('shows only the untested cases, also with the keyboard', async () => {
  const { page, ask } = await open({ view: 'coverage' })
  for (const path of ['/api/v0/roles', '/nowhere']) await ask(path)
  await row(page, '404 unknown_path').waitFor()
  await page.getByRole('radio', { name: /^All/ }).focus()
  await page.keyboard.press('ArrowRight')
  await row(page, 'roles.page.first').waitFor({ state: 'hidden' })
  await row(page, '404 unknown_path').waitFor({ state: 'hidden' })
  await row(page, 'roles.page.middle').waitFor()
  const untested = /\d+/.exec(await page.getByText(/^Untested \(/).innerText())?.[0]
  expect(await page.getByText('untested', { exact: true }).count()).toBe(Number(untested))
  await page.keyboard.press('ArrowLeft')
  await row(page, 'roles.page.first').waitFor()
})

it('shows an error beside the old counts, until it can read them again', async () => {
  const { page, ask } = await open({ view: 'coverage' })
  await ask('/api/v0/roles')
  await row(page, 'roles.page.first').waitFor()
  await page.route('**/coverage', (route) =>
    route.fulfill({ status: 500, json: { detail: 'It broke.', error: 'Error' } }),
  )
  await ask('/api/v0/roles')
  await page.getByRole('alert').getByText('It broke.').waitFor()
  await expect.poll(countOf(page, 'roles.page.first')).toBe('1')
  await page.unroute('**/coverage')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(countOf(page, 'roles.page.first')).toBe('2')
  await page.getByRole('alert').waitFor({ state: 'detached' })
})
