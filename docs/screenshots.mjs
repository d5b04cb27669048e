// Writes the screenshots of the dashboard in docs/images/, with `npm run screenshots`. Needs Chromium.
import { startServer } from '../src/server.js'
import { launchChromium } from '../test/support/chromium.js'

const folder = new URL('images/', import.meta.url).pathname

const server = await startServer({ port: 4020 })
const browser = await launchChromium()

/** Sends a request as an app would, and ignores the response. */
async function ask(path, token = 'mock-all-scopes') {
  const headers = { authorization: `Bearer ${token}` }
  await fetch(server.url + path, { headers }).then((response) => response.arrayBuffer())
}

/** What an app and its developer do: a page of roles, some volunteers, mistakes, and a fault. */
async function useApi() {
  await ask('/api/v0/roles')
  await ask('/api/v0/users/1/volunteer')
  await ask('/api/v0/users/13/volunteer')
  await ask('/api/v0/users/28/volunteer')
  await ask('/api/v0/role')
  const { remove } = server.mock.faults.add({
    operation: 'listRoles',
    effect: { status: 503, retryAfter: 1 },
  })
  await ask('/api/v0/roles')
  remove()
  await ask('/api/v0/roles')
  await ask('/api/v0/users/7/volunteer', 'mock-expired')
  await ask('/api/v0/users/7/volunteer')
  await ask('/api/v0/users/7/volunteer', 'mock-user-read')
  await ask('/api/v0/users/16/volunteer')
  await ask('/api/v0/users/4711/volunteer')
}

/** Takes a picture of a view. */
async function shoot(name, view, colorScheme, prepare) {
  const page = await browser.newPage({
    viewport: { width: 1040, height: 660 },
    colorScheme,
  })
  await page.goto(`${server.url}/#/${view}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await prepare(page)
  await page.screenshot({ path: `${folder}${name}.png` })
  await page.close()
}

await useApi()
await shoot('dashboard-requests', 'requests', 'light', async (page) => {
  await page.getByRole('listbox', { name: 'Requests' }).getByRole('option', { name: /403/ }).click()
  await page.getByText('How to fix it').waitFor()
})
await shoot('dashboard-data', 'data/volunteers', 'dark', async (page) => {
  await page.getByRole('table').waitFor()
})

await browser.close()
await server.close()
