// Writes the screenshots of the dashboard in docs/images/, with `npm run screenshots`. Needs Chromium.
// Each has its texts in a file beside it. With --check it writes nothing, and fails if the texts have changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { startServer } from '../src/server.js'
import { launchChromium } from '../test/support/chromium.js'

const folder = new URL('images/', import.meta.url).pathname

const checks = process.argv.includes('--check')

// The pictures show the default port. A check must not need it.
const server = await startServer({ port: checks ? 0 : 4020 })
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

/** The texts that a picture shows, without those that are different in every run: times, durations and the port. */
async function textsOf(page) {
  const text = await page.locator('body').innerText()
  const constant = text
    .replaceAll(new URL(server.url).port, '4020')
    .replaceAll(/\b\d+:\d\d:\d\d( [AP]M)?/g, 'TIME')
    .replaceAll(/(?:< )?\b[\d.]+ m?s\b/g, 'DURATION')
  return `${constant.trim()}\n`
}

/** Takes a picture of a view, or checks its texts. */
async function shoot(name, view, colorScheme, prepare) {
  const page = await browser.newPage({
    viewport: { width: 1040, height: 660 },
    colorScheme,
  })
  await page.goto(`${server.url}/#/${view}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await prepare(page)
  const file = `${folder}${name}.txt`
  const texts = await textsOf(page)
  if (checks) {
    if (texts === readFileSync(file, 'utf8')) return page.close()
    process.stderr.write(
      `docs/images/${name}.png is out of date: run npm run screenshots. The page shows:\n${texts}`,
    )
    process.exitCode = 1
  } else {
    writeFileSync(file, texts)
    await page.screenshot({ path: `${folder}${name}.png` })
  }
  await page.close()
}

await useApi()
await shoot('dashboard-requests', 'requests', 'light', async (page) => {
  await page.getByRole('listbox', { name: 'Requests' }).getByRole('option', { name: /403/ }).click()
  // The response is loaded last.
  await page.getByText(/^Headers/).waitFor()
})
await shoot('dashboard-data', 'data/volunteers', 'dark', async (page) => {
  await page.getByRole('table').waitFor()
})

await browser.close()
await server.close()
