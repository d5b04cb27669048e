import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { views } from '../../../dashboard/src/state/views.js'
import type { RunningServer } from '../../../src/server.js'
import { RawConnection } from '../../support/raw-connection.js'
import { showView, useDashboard } from './open-dashboard.js'

const open = useDashboard()

const SCRIPT = '<img src=x onerror="document.title=1"><script>alert(1)</script></script>'

/** Texts that an attacker puts into a URL. */
const HOSTILE = [
  SCRIPT,
  '</title></textarea></style><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}${7*7}',
  '\u202Egnp.exe\u2066\u2069\u200B\uFEFF',
  '\0\u0001\u001B[31m\r\n\t',
  '\uD800x\uDFFF',
  'n\u0301\u0302\u0303\u0304'.repeat(50),
  'W'.repeat(100_000),
  '\u{1F600}'.repeat(500),
  '__proto__',
  'constructor',
]

/** Replaces halves of characters, which cannot be sent. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}

/** Sends all hostile texts: as paths, ids, parameters, methods, headers and tokens. */
async function attack({ mock, port }: RunningServer): Promise<void> {
  for (const text of HOSTILE) {
    const encoded = encodeURIComponent(wellFormed(text))
    for (const part of [text, encoded]) {
      await mock.fetch(`http://localhost/api/v0/users/${part}/volunteer?${part}=${part}&nextPage=${part}`, {
        headers: { authorization: `Bearer ${encoded.slice(0, 1000)}`, 'conmock-sandbox': 'default' },
      })
      await mock.fetch(`http://localhost/${part}`, { method: "!#$%&'*+-.^_`|~" })
    }
  }
  const raw = SCRIPT.replaceAll(' ', '\u00A0')
  for (const text of [
    `GET /${raw}/\u0080\u009F?${raw}=${raw}&\u00FF HTTP/1.1\r\nhost: ${raw}\r\nauthorization: ${raw}\r\n\r\n`,
    `GET /~${raw}/api/v0/roles HTTP/1.1\r\nhost: x\r\n\r\n`,
    `GET /api/v0/roles HTTP/1.1\r\nhost: x\r\nconmock-sandbox: ${SCRIPT}\r\n\r\n`,
    `GET /\0\u0001 HTTP/1.1\r\nhost: x\r\n\r\n`,
    `<IMG> / HTTP/1.1\r\n\r\n`,
  ]) {
    const connection = await RawConnection.open({ port })
    connection.write(text).end()
    await connection.closed
  }
}

/** Records everything that a page must not do. */
async function watch(page: Page, server: RunningServer): Promise<string[]> {
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`)) problems.push(`request to ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    problems.push('dialog')
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  await page.exposeFunction('report', (problem: string) => problems.push(problem))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(globalThis as unknown as { report(problem: string): void }).report(
        `CSP: ${violatedDirective} ${blockedURI}`,
      )
    })
  })
  return problems
}

/** Returns the views in which the page itself scrolls sideways. */
async function findWideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    return ['html', 'body', 'main'].filter((name) => {
      const { scrollWidth, clientWidth } = document.querySelector(name)!
      return scrollWidth > clientWidth
    })
  })
}

it.each([1280, 320])('shows hostile texts as texts in every view at a width of %i px', async (width) => {
  const { page: first, server } = await open({ browser: { viewport: { width, height: 700 } } })
  const page = await first.context().newPage()
  const problems = await watch(page, server)
  await page.goto(server.url)
  await page.getByText('Live', { exact: true }).waitFor()
  const list = page.getByRole('listbox')
  // They arrive as events, and after the reload with the request log.
  await attack(server)
  await list.getByRole('option').first().waitFor()
  await page.reload()
  await list.getByRole('option').first().waitFor()

  const entries = server.mock.requests.all()
  expect(entries.length).toBeGreaterThan(40)
  expect(await list.textContent()).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/u)
  await list.focus()
  await page.keyboard.press('Home')
  for (const { id } of entries.toReversed()) {
    await page.getByRole('complementary', { name: `Request ${id}`, exact: true }).waitFor()
    expect({ id, wide: await findWideParts(page) }).toEqual({ id, wide: [] })
    await page.keyboard.press('ArrowDown')
  }
  await page.getByRole('searchbox').fill('onerror= <img')
  await list.getByRole('option').first().click()
  expect(await page.getByRole('complementary', { name: /Request/ }).textContent()).toContain('<img src=x')

  const { users, volunteers, roles } = server.mock
  for (const text of HOSTILE) {
    const name = wellFormed(text.slice(0, 50))
    await roles.create({ name })
    await volunteers.create({ user: await users.create({ firstName: name, lastName: name }) })
  }
  for (const view of [...views, 'data/users', 'data/roles']) {
    await showView({ page, server }, view)
    // No text of a client became an element.
    const elements = await page.locator('main :is(img, script, svg, textarea)').count()
    expect({ view, elements, wide: await findWideParts(page) }).toEqual({ view, elements: 0, wide: [] })
  }
  expect(problems).toEqual([])
})
