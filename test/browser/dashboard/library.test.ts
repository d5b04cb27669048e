import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compile } from '../../../src/contract/compile.js'
import type { DashboardParts } from '../../../src/contract/record-look.js'
import { startServer as startServerOf } from '../../../src/server/start-server.js'
import type { RunningServer } from '../../../src/server.js'
import { library } from '../../support/library.js'
import { showView, useDashboard } from './open-dashboard.js'

const open = useDashboard()

const dashboard: DashboardParts = {
  looks: { loans: { templates: { 'A member': { member: 'eve' } }, deletion: 'The book is free again.' } },
  edgeCases: [
    { name: 'noAuthor', shows: 'A book without an author', records: { books: { id: '1', author: null } } },
    { name: 'renewedTwice', shows: 'A loan that ends', records: { loans: { id: '3', renewals: 2 } } },
  ],
}

async function startLibrary(port = 0): Promise<RunningServer> {
  return (await startServerOf(compile(library), { port }, { dashboard })) as object as RunningServer
}

function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return errors
}

describe('the dashboard of another API', () => {
  it('shows, creates and deletes its records, with columns from their schemas', async () => {
    const { page } = await open({ start: startLibrary, view: 'data' })
    const errors = errorsOf(page)
    await page.getByText('Books 1–30 of 30').waitFor()
    const sections = page.getByRole('navigation', { name: 'Records' }).getByRole('link')
    await expect.poll(() => sections.allTextContents()).toEqual(['Books', 'Loans', 'Edge cases'])
    const columns = page.getByRole('table', { name: 'Books' }).getByRole('columnheader')
    expect((await columns.allTextContents()).slice(0, 3)).toEqual(['Id', 'Title', 'Author'])
    await page.getByRole('row', { name: /^1 Untitled noAuthor/ }).waitFor()

    await page.getByRole('link', { name: 'Loans' }).click()
    await page.getByRole('button', { name: 'New loan' }).click()
    const json = page.getByRole('dialog').getByLabel('JSON')
    expect(JSON.parse(await json.inputValue())).toEqual({ member: 'eve' })
    await page.getByRole('button', { name: 'Create the loan' }).click()
    await page.getByText('Created. The server has generated').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Delete loan 3', exact: true }).click()
    await page.getByText('This deletes the loan 3. The book is free again.').waitFor()
    await page.getByRole('button', { name: 'Delete the loan' }).click()

    await page.getByRole('link', { name: 'Edge cases' }).click()
    await page.getByRole('columnheader', { name: 'Book / Loan' }).waitFor()
    await page.getByRole('row', { name: /^3 renewedTwice A loan that ends changed or deleted$/ }).waitFor()
    await page.getByRole('button', { name: 'Open noAuthor' }).click()
    await page.getByRole('dialog', { name: 'Edit book 1' }).waitFor()
    expect(errors).toEqual([])
  })

  it('shows its operations, scopes and assumptions in each view', async () => {
    const { page, server, ask } = await open({ start: startLibrary })
    const errors = errorsOf(page)
    await page.getByText(`${server.url}/library/v2/books`).waitFor()
    await ask('/library/v2/books')
    await fetch(`${server.url}/library/v2/members/ada/loans/3`, {
      method: 'PUT',
      headers: { authorization: 'Bearer mock-loan-update' },
    })
    await page.getByRole('option', { name: /409/ }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `curl -i -X 'PUT' -H 'Authorization: Bearer mock-loan-update' '${server.url}/library/v2/members/ada/loans/3'`,
    )

    await showView({ page, server }, 'assumptions')
    await page.getByText('how many books a page has, so books.pageSize is 100.').waitFor()
    await page.getByText('How the day of the return is written').waitFor()
    const missing = page.getByRole('article', { name: 'auth.missing' })
    await missing.getByText('Evidence').click()
    await missing.getByText('The default follows a standard: RFC 6750').waitFor()
    await page.getByRole('radio', { name: 'year' }).check({ force: true })
    await page.getByRole('button', { name: 'Reset to spec (1)' }).waitFor()
    expect(server.mock.settings).toMatchObject({ 'loan.due': 'year' })

    await showView({ page, server }, 'faults')
    const options = page.getByLabel('For', { exact: true }).getByRole('option')
    await expect
      .poll(() => options.allTextContents())
      .toEqual([
        'All operations',
        'listBooks: GET /library/v2/books',
        'getLoan: GET /library/v2/members/:member/loans/:loan',
        'renewLoan: PUT /library/v2/members/:member/loans/:loan',
      ])
    await page.getByText('the next request to listBooks gets 500').waitFor()

    await showView({ page, server }, 'coverage')
    await page.getByRole('heading', { name: 'GET /library/v2/books' }).waitFor()
    await showView({ page, server }, 'tokens')
    await page.getByRole('row', { name: /mock-loan-update loan:update/ }).waitFor()
    expect(errors).toEqual([])
  })
})

it('shows the API of a new server without a reload', async () => {
  const { page, server } = await open({ view: 'data' })
  await page.getByText('Volunteers 1–50 of 200').waitFor()
  const { port } = server
  await server.close()
  await page.getByText('No connection').waitFor()
  const next = await startLibrary(port)
  onTestFinished(() => next.close())
  await expect.poll(() => page.getByText('Books 1–30 of 30').isVisible()).toBe(true)
})

it('says why the API cannot be read, and reads it again', async () => {
  const { page } = await open()
  const problem = { detail: 'not today', error: 'AdminError', status: 500 }
  await page.route('**/v1/api', (route) => route.fulfill({ status: 500, json: problem }), { times: 1 })
  await page.reload()
  await page.getByRole('alert').getByText('not today').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByText('No requests yet').isVisible()).toBe(true)
})
