import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startServer, type RunningServer } from '../../src/server.js'
import { callMember } from '../support/call-member.js'
import { chromiumArguments, chromiumPath } from '../support/chromium.js'

const V1 = '/__conmock/v1'
const HEADERS = { 'content-type': 'application/json' }

/** The page of the dashboard, and one of its files. */
const FILES = ['/', '/__conmock/dashboard/icon.svg']

/** The attacker controls the DNS of this name: it points to this machine. */
const REBINDING = 'rebind.example'

let browser: Browser
/** The web server of the attacker. */
let attacker: Server
let server: RunningServer

function portOf(each: Server): number {
  return (each.address() as AddressInfo).port
}

beforeAll(async () => {
  const args = chromiumArguments.filter((each) => !each.startsWith('--host-resolver-rules'))
  const names = [REBINDING, 'evil.example'].map((name) => `MAP ${name} 127.0.0.1`)
  const rules = `${names.join(', ')}, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...args, `--host-resolver-rules=${rules}`],
  })
  attacker = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><body></body>')
  })
  await once(attacker.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  attacker?.close()
  await browser?.close()
})
beforeEach(async () => {
  server = await startServer({ port: 0, data: 'empty' })
  await server.mock.roles.create({ name: 'only' })
})

/** Opens a page of the attacker. */
async function openPage(url: string): Promise<Page> {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(url)
  return page
}

/** In a page: resolves with the name of the first event of an image, a frame or a connection. */
const FIRST_EVENT = `(each) => new Promise((resolve) => {
  for (const name of ['load', 'open', 'error']) each['on' + name] = () => resolve(name)
})`

/** Runs code in a page. Returns its result, or `error` if it throws. */
function run(page: Page, code: string): Promise<unknown> {
  return page.evaluate(
    `(async (firstEvent) => { ${code} })(${FIRST_EVENT}).catch((error) => 'error: ' + error.name)`,
  )
}

/** What an attack could have changed. Closes the server. */
async function readState(): Promise<unknown> {
  const response = await callMember(server.url, 'sandboxes.all')
  const sandboxes = (await response.json()) as { name: string }[]
  const { roles } = server.mock.export()
  const { all: faults } = server.mock.faults
  await server.close()
  return { sandboxes: sandboxes.map(({ name }) => name), roles: roles.map(({ name }) => name), faults }
}

const unchanged = { sandboxes: ['default'], roles: ['only'], faults: [] }

/** A page of the attacker. test/admin/guard.test.ts has a table of other origins. */
function foreignUrl(): string {
  return `http://evil.example:${portOf(attacker)}`
}

describe('a page of another site', () => {
  it('cannot read', async () => {
    const page = await openPage(foreignUrl())
    for (const path of [V1, `${V1}/default/export`, ...FILES, '/__conmock/health']) {
      const target = JSON.stringify(server.url + path)
      expect(await run(page, `return (await fetch(${target})).text()`)).toBe('error: TypeError')
      const opaque = await run(page, `return (await fetch(${target}, { mode: 'no-cors' })).text()`)
      expect(opaque).toBe(FILES.includes(path) ? 'error: TypeError' : '')
      const image = `Object.assign(new Image(), { src: ${target} })`
      expect(await run(page, `return firstEvent(${image})`)).toBe('error')
    }
    const events = JSON.stringify(`${server.url}${V1}/events`)
    expect(await run(page, `return firstEvent(new EventSource(${events}))`)).toBe('error')
    expect(await readState()).toEqual(unchanged)
  })

  it('cannot write', async () => {
    const page = await openPage(foreignUrl())
    const attempts: [member: string, args: unknown[]][] = [
      ['sandboxes.create', ['evil']],
      ['default/faults.add', [{ effect: { status: 500 } }]],
      ['default/roles.create', [{ name: 'evil' }]],
      ['default/roles.clear', []],
    ]
    for (const [member, args] of attempts) {
      const target = JSON.stringify(`${server.url}${V1}/${member}`)
      for (const mode of ['cors', 'no-cors']) {
        for (const type of ['application/json', 'text/plain']) {
          const headers = { 'content-type': type }
          const init = JSON.stringify({ method: 'POST', mode, headers, body: JSON.stringify(args) })
          await run(page, `await fetch(${target}, ${init})`)
        }
      }
    }
    await run(page, `navigator.sendBeacon(${JSON.stringify(`${server.url}${V1}/default/roles.clear`)}, '[]')`)
    expect(await readState()).toEqual(unchanged)
  })

  it('can open the dashboard with a link, but not frame it or hold its window', async () => {
    const page = await openPage(foreignUrl())
    const target = JSON.stringify(server.url)
    const framed = `const frame = Object.assign(document.createElement('iframe'), { src: ${target} })
      const loaded = firstEvent(frame)
      document.body.append(frame)
      await loaded
      return frame.contentWindow.length === 0 && frame.contentDocument === null`
    expect(await run(page, framed)).toBe(true)
    expect(page.frames().map((frame) => frame.url())).not.toContain(`${server.url}/`)
    expect(await page.frames()[1]!.locator('#app').count()).toBe(0)

    const opened = page.waitForEvent('popup')
    await run(page, `window.held = open(${target})`)
    const dashboard = await opened
    await dashboard.getByRole('heading', { level: 1 }).waitFor()
    expect(await run(dashboard, 'return window.opener')).toBe(null)
    expect(await run(page, 'return held.closed')).toBe(true)
    await dashboard.close()

    await page.goto(foreignUrl())
    await run(page, `location.href = ${target}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await readState()).toEqual(unchanged)
  })
})

it('a page of a host name that was rebound to this machine can use neither', async () => {
  const base = `http://${REBINDING}:${server.port}`
  // Any response of the server makes the page one of this origin.
  const page = await openPage(`${base}/api/v0/roles`)
  expect(await run(page, 'return location.origin')).toBe(base)
  for (const path of [V1, ...FILES]) {
    expect(await run(page, `return (await fetch('${path}')).status`)).toBe(403)
  }
  const init = JSON.stringify({ method: 'POST', headers: HEADERS, body: '["evil"]' })
  expect(await run(page, `return (await fetch('${V1}/sandboxes.create', ${init})).status`)).toBe(403)
  // The API itself has no such checks.
  const token = JSON.stringify({ headers: { authorization: 'Bearer mock-all-scopes' } })
  expect(await run(page, `return (await fetch('/api/v0/roles', ${token})).status`)).toBe(200)
  expect(await readState()).toEqual(unchanged)
})
