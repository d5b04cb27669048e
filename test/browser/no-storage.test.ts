import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { bundle } from './bundle.js'
import { versions } from './versions.js'

/** Uses the mock, and sends the result to the page, in the way that its environment offers. */
const program = `
  import { createMock } from 'conmock'

  async function use() {
    const hasStorage = (() => { try { return Boolean(localStorage) } catch { return false } })()
    const mock = createMock()
    await mock.volunteers.create({ user: { id: '42' } })
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const response = await mock.fetch('https://x/api/v0/users/42/volunteer', { headers })
    return { hasStorage, status: response.status, handlers: mock.handlers.length }
  }

  const seen = use().catch(String)
  if (typeof document !== 'undefined') seen.then((result) => parent.postMessage(result, '*'))
  else if ('clients' in self) self.onmessage = ({ source }) => seen.then((result) => source.postMessage(result))
  else seen.then((result) => self.postMessage(result))
`

/** The code with which a page starts the program and receives its message. */
const places = {
  'a web worker': `new Worker('/entry.js', { type: 'module' }).onmessage = ({ data }) => resolve(data)`,
  'a service worker': `
    navigator.serviceWorker.onmessage = ({ data }) => resolve(data)
    navigator.serviceWorker.startMessages()
    await navigator.serviceWorker.register('/entry.js', { type: 'module' })
    const { active } = await navigator.serviceWorker.ready
    active.postMessage('report')`,
  'a sandboxed frame': `
    addEventListener('message', ({ data }) => resolve(data))
    const frame = document.createElement('iframe')
    frame.sandbox = 'allow-scripts'
    frame.srcdoc = '<script type="module" src="/entry.js"></script>'
    document.body.append(frame)`,
}

let project: InstalledPackage
let browser: Browser
let server: Server
let origin: string

beforeAll(async () => {
  project = await installPackage({ packages: [`msw@${versions.msw[0]}`] })
  const scripts = await bundle(project, program, [])
  browser = await launchChromium()
  server = createServer(({ url }, response) => {
    const script = scripts.find(({ isEntry, fileName }) =>
      url === '/entry.js' ? isEntry : url === `/${fileName}`,
    )
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    // A sandboxed frame has the origin `null`, so it can only load scripts that allow any origin.
    response.setHeader('access-control-allow-origin', '*')
    response.end(script?.code ?? '<!doctype html><body></body>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server?.close()
  await browser?.close()
  project?.remove()
})

it.each(Object.entries(places))('a mock answers in %s, where there is no localStorage', async (_, start) => {
  const page = await browser.newPage()
  await page.goto(origin)
  const seen: unknown = await page.evaluate(`new Promise(async (resolve, reject) => {
    addEventListener('error', ({ message }) => reject(new Error(message)))
    try { ${start} } catch (error) { reject(error) }
  })`)
  expect(seen).toEqual({ hasStorage: false, status: 200, handlers: 1 })
})
