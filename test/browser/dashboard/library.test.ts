import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { compile } from '../../../src/contract/compile.js'
import { getInternals } from '../../../src/mock/mock-internals.js'
import { startServer } from '../../../src/server/start-server.js'
import { launchChromium } from '../../support/chromium.js'
import { library } from '../../support/library.js'
import { fetchFrom } from '../../support/running-server.js'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** Opens the dashboard, as it was built, of a server with the library. */
async function open() {
  const server = await startServer(compile(library), { port: 0 })
  const page = await browser.newPage()
  onTestFinished(async () => {
    await page.close()
    await server.close()
  })
  const { records } = getInternals(server.mock)
  async function show(view: string): Promise<void> {
    await page.goto(`${server.url}/#/${view}`)
    await page.locator('main h1').waitFor()
    await page.getByText('Loading …').waitFor({ state: 'detached' })
    await page.getByText('Live', { exact: true }).waitFor()
  }
  return { page, server, records, show }
}

function press(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true }).click()
}

it('shows the kinds of another API in columns, and creates their records', async () => {
  const { page, records, show } = await open()
  await show('data/books')
  await page.getByTitle('Library API').waitFor()
  const books = page.getByRole('table', { name: 'Books' })
  expect(await books.getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining(['Id', 'Title', 'Author']),
  )
  await books.getByRole('cell', { name: 'Untitled' }).waitFor()
  await press(page, 'New book')
  await page.getByRole('dialog').getByLabel('JSON').fill('{ "title": "Mine" }')
  await press(page, 'Create the book')
  await expect.poll(() => records['books']!.count()).toBe(31)
  await press(page, 'Done')

  await show('data/loans')
  await page.getByRole('table', { name: 'Loans' }).getByRole('cell', { name: 'ada' }).waitFor()
  await press(page, 'New loan')
  await page.getByRole('dialog').getByLabel('JSON').fill('{ "member": "eve" }')
  await press(page, 'Create the loan')
  await expect.poll(() => records['loans']!.find({ member: 'eve' } as object)).toBeDefined()
})

it('adds a fault to one of its operations, and shows the request that it changed', async () => {
  const { page, server, show } = await open()
  await show('faults')
  const operation = page.getByLabel('For', { exact: true })
  expect(await operation.locator('option').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('listBooks'), expect.stringContaining('renewLoan')]),
  )
  await operation.selectOption('renewLoan')
  await page.getByRole('button', { name: /^Fail/ }).click()
  await expect.poll(() => server.mock.faults.all).toMatchObject([{ operation: 'renewLoan' }])
  const path = '/library/v2/members/member-1/loans/51'
  expect((await fetchFrom(server, path, { method: 'PUT' })).status).toBe(503)
  expect((await fetchFrom(server, path, { method: 'PUT' })).status).toBe(204)
  await show('requests')
  const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option')
  await rows.filter({ hasText: `PUT` }).filter({ hasText: path }).first().waitFor()
  expect(await rows.count()).toBe(2)
  await show('assumptions')
  await page.getByText('loan.due').first().waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/roles|volunteer/i)
})
