import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useDashboard, type OpenDashboard } from './open-dashboard.js'

const open = useDashboard()
const colorSchemes = ['light', 'dark'] as const

/** Changes something through the control plane. */
async function change(method: 'POST' | 'PUT', url: string, path: string): Promise<void> {
  const response = await fetch(`${url}/__conmock/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(response.ok).toBe(true)
}

/** A row, by the name in its first cell. */
function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
}

/** Returns a function that reads the last cell of a row. */
function countOf(page: Page, name: string): () => Promise<string> {
  return () => row(page, name).getByRole('cell').last().innerText()
}

/** The dashboard reads the counts once a second. */
const soon = { timeout: 10_000 }

async function askSome({ ask }: Pick<OpenDashboard, 'ask'>): Promise<void> {
  for (const path of ['/api/v0/roles', '/api/v0/users/1/volunteer', '/api/v0/users/7/volunteer', '/nowhere'])
    await ask(path)
}

describe('the view of the coverage', () => {
  it('says what to do as long as there are no counts', async () => {
    const { page, ask } = await open({ view: 'coverage' })
    await page.getByText('No client has received a response yet').waitFor()
    await page.getByText(/curl .*\/api\/v0\/roles/).waitFor()
    await ask('/api/v0/roles')
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('1')
  })

  it('updates the counts during requests', async () => {
    const { page, ask } = await open({ view: 'coverage' })
    await ask('/api/v0/roles', 'unknown')
    await expect.poll(countOf(page, '401 invalid_token'), soon).toBe('1')
    await page.getByText('1 of 38 cases covered').waitFor()
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('untested')
    await ask('/api/v0/roles')
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('1')
    await page.getByText('3 of 38 cases covered').waitFor()
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('3')
    await ask('/api/v0/roles')
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('2')
    await row(page, 'roles.order=id').getByText('assumed').waitFor()
  })

  it('shows only the untested cases, also with the keyboard', async () => {
    const dashboard = await open({ view: 'coverage' })
    await askSome(dashboard)
    const { page } = dashboard
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

  it('keeps the spaces apart', async () => {
    const { page, ask, server } = await open({ view: 'coverage' })
    await change('PUT', server.url, 'spaces/other')
    await ask('/api/v0/roles')
    await ask('/~other/api/v0/users/1/volunteer')
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('1')
    await page.getByLabel('Space').selectOption('other')
    await expect.poll(countOf(page, 'preferredName.set'), soon).toBe('1')
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('untested')
  })

  it('keeps the counts after a reset, as it says', async () => {
    const { page, ask, server } = await open({ view: 'coverage' })
    await page.getByText('A reset keeps the counts.').waitFor()
    await ask('/api/v0/roles')
    await change('POST', server.url, 'spaces/default/reset')
    await ask('/api/v0/roles')
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('2')
  })

  it('shows an error beside the old counts, until it can read them again', async () => {
    const { page, ask } = await open({ view: 'coverage' })
    await ask('/api/v0/roles')
    await row(page, 'roles.page.first').waitFor()
    await page.route('**/coverage', (route) => route.fulfill({ status: 500, json: { detail: 'It broke.' } }))
    await ask('/api/v0/roles')
    await page.getByRole('alert').getByText('It broke.').waitFor()
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('1')
    await page.unroute('**/coverage')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('2')
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  it.each(colorSchemes)('is accessible in %s colors', async (colorScheme) => {
    const dashboard = await open({ view: 'coverage', browser: { colorScheme } })
    await askSome(dashboard)
    await row(dashboard.page, '404 unknown_path').waitFor()
    expect((await new AxeBuilder({ page: dashboard.page }).include('main').analyze()).violations).toEqual([])
  })
})
