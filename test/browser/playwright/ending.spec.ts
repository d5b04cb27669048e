import { test as base } from '@playwright/test'
import { conmock, type ConmockFixtures } from './conmock.js'
import { apiUrl, ask, expect, isOnServer, openPage } from './test.js'

/** The names of the sandboxes on the server, which begin with the titles of their tests. */
async function readSandboxes(): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '[]' }
  return (await fetch(`${apiUrl}/__conmock/v1/sandboxes.all`, init)).text()
}

/** The end of this fixture is after the end of conmock's `context`, and before the context is closed. */
const observed = base.extend({
  context: async ({ context }, use) => {
    await use(context)
    expect(await readSandboxes()).toContain('the-sandbox-outlives')
  },
})

const test = observed.extend<ConmockFixtures>(conmock({ server: apiUrl }))

test.skip(!isOnServer, 'only a server has sandboxes')

test('the sandbox outlives the pages', async ({ page }) => {
  await openPage(page)
  expect(await ask(page, '/api/v0/roles')).toMatchObject({ status: 200 })
})
