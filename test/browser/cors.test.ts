import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../src/server.js'
import { launchChromium } from '../support/chromium.js'

const app = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><body></body>')
})
let browser: Browser
let origin: string

beforeAll(async () => {
  browser = await launchChromium()
  await once(app.listen(0, '127.0.0.1'), 'listening')
  origin = `http://localhost:${(app.address() as AddressInfo).port}`
})
afterAll(async () => {
  app.close()
  await browser?.close()
})

const withToken = { headers: { authorization: 'Bearer mock-all-scopes' } }
const form = 'grant_type=client_credentials&client_id=conmock&client_secret=conmock-secret'
const forToken = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: form,
}

/** Opens a page of the app, and starts a server at another origin. */
async function open(cors?: string | readonly string[]) {
  const server = await startServer({ port: 0, profile: 'reported', ...(cors === undefined ? {} : { cors }) })
  const page = await browser.newPage()
  onTestFinished(async () => {
    await page.close()
    await server.close()
  })
  await page.goto(origin)
  /** Returns the status and the headers that the page can read, or the name of the error. */
  const ask = (path: string, init: RequestInit) =>
    page.evaluate(
      ([url, options]) =>
        fetch(url, options).then(
          ({ status, headers }) => ({ status, headers: Object.fromEntries(headers) }),
          (error: Error) => error.name,
        ),
      [server.url + path, init] as const,
    )
  return { server, ask }
}

it('a page of an allowed origin can read responses', async () => {
  const { ask } = await open(['http://localhost:1', origin])
  expect(await ask('/api/v0/roles', withToken)).toMatchObject({ status: 200 })
  expect(await ask('/api/oauth/token', forToken)).toMatchObject({ status: 200 })
  const include = { ...withToken, credentials: 'include' } as const
  expect(await ask('/api/v0/roles', include)).toMatchObject({ status: 200 })
})

it("a page cannot read responses with credentials: 'include' if every origin is allowed, only with its own one", async () => {
  const { ask } = await open()
  expect(await ask('/api/v0/roles', { ...withToken, credentials: 'include' })).toBe('TypeError')
})

it('a page of another origin can neither read responses nor request a token', async () => {
  const { ask, server } = await open('http://localhost:1')
  const before = server.mock.tokens.all
  for (const init of [withToken, {}, { method: 'HEAD' }])
    expect(await ask('/api/v0/roles', init)).toBe('TypeError')
  // The form needs no preflight.
  expect(await ask('/api/oauth/token', forToken)).toBe('TypeError')
  expect(server.mock.tokens.all).toEqual(before)
})

it('by default, every page may send custom headers, and read the headers of the API', async () => {
  const { ask } = await open()
  const headers = { ...withToken.headers, 'x-request-id': '1', 'content-type': 'application/json' }
  expect(await ask('/api/v0/roles', { headers })).toMatchObject({ status: 200 })
  expect(await ask('/api/v0/roles', { ...withToken, method: 'POST' })).toMatchObject({
    headers: { allow: expect.any(String), 'conmock-assumed': expect.any(String) },
  })
  expect(await ask('/api/v0/roles', { headers: { authorization: 'Bearer unknown' } })).toMatchObject({
    headers: { 'www-authenticate': expect.stringMatching(/^Bearer realm=/) },
  })
})
