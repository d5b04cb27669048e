import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, isOnServer, test as base } from './test.js'

/** An app whose server requests the roles, for its page and for the data that the page loads. */
const app = `
import { createServer } from 'node:http'
const server = createServer(async (request, response) => {
  const headers = { authorization: 'Bearer mock-user-read' }
  const { data } = await (await fetch(process.env.CONMOCK_URL + '/api/v0/roles', { headers })).json()
  const names = data.map(({ name }) => name).join()
  if (request.url === '/data') return response.end(names)
  response.setHeader('content-type', 'text/html')
  response.end('<p>' + names + '</p><output></output><script>' +
    'fetch("/data").then((r) => r.text()).then((t) => { document.querySelector("output").textContent = t })</script>')
})
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
`

const test = base.extend<object, { readonly appUrl: string }>({
  appUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const args = ['--import', 'conmock/ssr', '--input-type=module', '--eval', app]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [url] = (await once(child.stdout, 'data')) as [Buffer]
      await use(url.toString().trim())
      child.kill()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ appUrl }, use) => use(appUrl),
})

test.skip(!isOnServer, 'the server of an app cannot request a mock in the process of the test')

for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']) {
  test(`the server of the app gets the records of the ${name} test`, async ({ mock, page }) => {
    await mock.roles.clear()
    await mock.roles.create({ name })
    await page.goto('/')
    await expect(page.locator('p')).toHaveText(name)
    await expect(page.locator('output')).toHaveText(name)
    expect(await mock.requests.count({ operation: 'listRoles', status: 200 })).toBe(2)
  })
}
