import { test as base } from '@playwright/test'
import { conmock, type ConmockFixtures } from './conmock.js'
import { apiUrl, ask, expect, isOnServer, openPage } from './test.js'

/** The names of the spaces on the server, which begin with the titles of their tests. */
async function readSpaces(): Promise<string> {
  return (await fetch(`${apiUrl}/__conmock/v1/spaces`)).text()
}

/** The end of this fixture is after the end of conmock's `context`, and before the context is closed. */
const observed = base.extend({
  context: async ({ context }, use) => {
    await use(context)
    expect(await readSpaces()).toContain('the-space-outlives')
  },
})

const test = observed.extend<ConmockFixtures>(conmock({ server: apiUrl }))

test.skip(!isOnServer, 'only a server has spaces')

test('the space outlives the pages', async ({ page }) => {
  await openPage(page)
  expect(await ask(page, '/api/v0/roles')).toMatchObject({ status: 200 })
})
