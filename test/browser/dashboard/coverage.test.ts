import { fileURLToPath, pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runConmock } from '../../support/command.js'
import { temporaryFile } from '../../support/temporary-folder.js'
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

/** The visible texts of a report: its summary, and all rows. */
async function reportOf(page: Page) {
  const summary = await page.getByText(/behaviours of the API received$/).innerText()
  const rows = await page.getByRole('row').allInnerTexts()
  return { summary, rows: rows.map((text) => text.split(/\s+/).join(' ')) }
}

/** Opens the page that `conmock ledger --html` writes for the ledger of a server. */
async function openFile({ page, server }: OpenDashboard, options: BrowserContextOptions = {}) {
  const ledger = await fetch(`${server.url}/__conmock/v1/spaces/default/ledger`)
  const file = temporaryFile('ledger.html', '')
  const { code } = await runConmock('ledger', temporaryFile('a.json', await ledger.text()), '--html', file)
  expect(code).toBe(0)
  const context = await page.context().browser()!.newContext(options)
  onTestFinished(() => context.close())
  const filePage = await context.newPage()
  const url = pathToFileURL(file).href
  const requests: string[] = []
  const messages: string[] = []
  filePage.on('request', (request) => requests.push(request.url()))
  filePage.on('console', (message) => messages.push(message.text()))
  await filePage.goto(url)
  return { filePage, url, requests, messages }
}

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

  it('counts while an app asks', async () => {
    const { page, ask } = await open({ view: 'coverage' })
    await ask('/api/v0/roles', 'unknown')
    await expect.poll(countOf(page, '401 invalid_token'), soon).toBe('1')
    await page.getByText('1 of 38 behaviours of the API received').waitFor()
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('never')
    await ask('/api/v0/roles')
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('1')
    await page.getByText('3 of 38 behaviours of the API received').waitFor()
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('3')
    await ask('/api/v0/roles')
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('2')
    await row(page, 'roles.order=id').getByText('assumed').waitFor()
  })

  it('shows only what was never received, also with the keyboard', async () => {
    const dashboard = await open({ view: 'coverage' })
    await askSome(dashboard)
    const { page } = dashboard
    await row(page, '404 unknown_path').waitFor()
    await page.getByRole('radio', { name: /^All/ }).focus()
    await page.keyboard.press('ArrowRight')
    await row(page, 'roles.page.first').waitFor({ state: 'hidden' })
    await row(page, '404 unknown_path').waitFor({ state: 'hidden' })
    await row(page, 'roles.page.middle').waitFor()
    const never = /\d+/.exec(await page.getByText(/^Never received/).innerText())?.[0]
    expect(await page.getByText('never', { exact: true }).count()).toBe(Number(never))
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
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('never')
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
    await page.route('**/ledger', (route) => route.fulfill({ status: 500, json: { detail: 'It broke.' } }))
    await ask('/api/v0/roles')
    await page.getByRole('alert').getByText('It broke.').waitFor()
    await expect.poll(countOf(page, 'roles.page.first'), soon).toBe('1')
    await page.unroute('**/ledger')
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

describe('the page of conmock ledger --html', () => {
  it('shows the same as the dashboard', async () => {
    const dashboard = await open({ view: 'coverage' })
    await askSome(dashboard)
    await row(dashboard.page, '404 unknown_path').waitFor()
    const { filePage } = await openFile(dashboard)
    const report = await reportOf(filePage)
    expect(report.rows.length).toBeGreaterThan(40)
    expect(report).toEqual(await reportOf(dashboard.page))
  })

  it('has no scripts, sends no requests, and keeps its own policy', async () => {
    const dashboard = await open()
    await askSome(dashboard)
    const { filePage, url, requests, messages } = await openFile(dashboard)
    expect(await filePage.locator('script').count()).toBe(0)
    // The policy allows the style sheet.
    expect(await filePage.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('15px')
    expect(messages).toEqual([])
    expect(requests).toEqual([url])
  })

  it('filters without JavaScript', async () => {
    const dashboard = await open()
    await askSome(dashboard)
    const { filePage } = await openFile(dashboard, { javaScriptEnabled: false })
    await row(filePage, 'roles.page.first').waitFor()
    await filePage.getByRole('radio', { name: /^Never received/ }).check()
    await row(filePage, 'roles.page.first').waitFor({ state: 'hidden' })
    expect(await row(filePage, 'roles.page.middle').isVisible()).toBe(true)
  })

  it('is readable if the server of the file forbids styles, and then has no filter', async () => {
    const dashboard = await open()
    await askSome(dashboard)
    const { filePage, url } = await openFile(dashboard)
    const ofCi = 'https://ci.example.com/ledger.html'
    await filePage.route(ofCi, (route) =>
      route.fulfill({
        path: fileURLToPath(url),
        // As Jenkins does.
        headers: {
          'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; style-src 'self';",
        },
      }),
    )
    await filePage.goto(ofCi)
    await expect.poll(countOf(filePage, 'roles.page.first'), soon).toBe('1')
    expect(await filePage.getByRole('radio').count()).toBe(0)
  })

  it.each(colorSchemes)('is accessible in %s colors', async (colorScheme) => {
    const dashboard = await open()
    await askSome(dashboard)
    const { filePage } = await openFile(dashboard, { colorScheme })
    expect((await new AxeBuilder({ page: filePage }).analyze()).violations).toEqual([])
  })

  it('fits into a window of 320 pixels', async () => {
    const dashboard = await open()
    await askSome(dashboard)
    const { filePage } = await openFile(dashboard, { viewport: { width: 320, height: 640 } })
    expect(await filePage.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})
