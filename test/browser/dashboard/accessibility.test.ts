import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { views } from '../../../dashboard/src/state/views.js'
import { startServer } from '../../../src/server.js'
import { showView, useDashboard, type OpenDashboard } from './open-dashboard.js'

const open = useDashboard()

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Returns the violations of the rules as `rule: the element`. */
async function violations(page: Page): Promise<string[]> {
  const results = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )
}

/** Requests with each kind of answer, a fault and a token, so that all views have something to show. */
async function createData({ page, server, ask }: OpenDashboard): Promise<void> {
  await ask('/api/v0/roles')
  await ask('/api/v0/roles', 'mock-volunteer-read')
  await ask('/nowhere')
  server.mock.tokens.issue({ scopes: ['user:read'] })
  server.mock.faults.add({ operation: 'listRoles', effect: { status: 503 } })
  await ask('/api/v0/roles')
  await page.getByText('4 requests', { exact: true }).waitFor()
}

/** Opens each dialog and each panel of a view, and returns the violations. */
async function violationsInDialogs(dashboard: OpenDashboard, view: string): Promise<string[]> {
  const { page } = dashboard
  const found: string[] = []
  const openers = page.locator('main').getByRole('button')
  const names = new Set(await openers.allTextContents())
  for (const name of names) {
    await showView(dashboard, view)
    const button = openers.filter({ hasText: name }).first()
    if (!(await button.isEnabled().catch(() => false))) continue
    await button.click()
    await page.getByText('Loading …').waitFor({ state: 'detached' })
    if (!(await page.getByRole('dialog').first().isVisible())) continue
    found.push(...(await violations(page)).map((each) => `dialog of ${name}: ${each}`))
    await page.keyboard.press('Escape')
  }
  return found
}

it.each([
  ['empty', 'light', 1280],
  ['default', 'light', 1280],
  ['default', 'dark', 320],
] as const)(
  'has no violations in any view and dialog: %s data, %s, %i px',
  async (data, colorScheme, width) => {
    const dashboard = await open({
      server: { data },
      browser: { colorScheme, viewport: { width, height: 700 } },
    })
    const { page, server } = dashboard
    if (data === 'default') await createData(dashboard)
    for (const view of views) {
      await showView(dashboard, view)
      const found = [...(await violations(page)), ...(await violationsInDialogs(dashboard, view))]
      expect({ view, found }).toEqual({ view, found: [] })
    }
    await server.close()
    await page.getByRole('banner').getByText('No connection').waitFor()
    expect(await violations(page)).toEqual([])
  },
)

it('has no violations beside a request', async () => {
  const dashboard = await open()
  const { page } = dashboard
  await createData(dashboard)
  await page.getByRole('option', { name: /403/ }).click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  expect(await violations(page)).toEqual([])
})

it('has no violations where it asks for the admin token', async () => {
  const { page } = await open()
  const server = await startServer({ port: 0, admin: { token: 'secret-token' } })
  onTestFinished(() => server.close())
  await page.goto(server.url)
  await page.getByLabel('Admin token').fill('wrong')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The server does not accept this token.').waitFor()
  expect(await violations(page)).toEqual([])
})

/** Describes the focused element, and says whether the user can see that it has the focus. */
async function focused(page: Page): Promise<{ readonly index: number; readonly isVisible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement!
    // The page has no functions of this file.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const isShown = (each: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    }
    // A styled radio button shows its focus at its label.
    const marks = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])]
    const isVisible = marks.some((each) => isShown(each) || [...each.children].some(isShown))
    return { index: Number((element as HTMLElement).dataset['tested'] ?? -1), isVisible }
  })
}

/** Numbers the links, buttons and fields that the keyboard must reach. Of radio buttons, one of each group. */
function mark(controls: Locator): Promise<string[]> {
  return controls.evaluateAll((all) => {
    const wanted = all.filter(
      (each) =>
        each.checkVisibility() &&
        !(each as HTMLButtonElement).disabled &&
        !each.matches('[type=radio]:not(:checked)'),
    )
    return wanted.map((each, index) => {
      ;(each as HTMLElement).dataset['tested'] = String(index)
      return each.outerHTML.slice(0, 120)
    })
  })
}

it('reaches all links, buttons and fields with the Tab key, with visible focus', async () => {
  const dashboard = await open()
  const { page } = dashboard
  await createData(dashboard)
  for (const view of views) {
    await showView(dashboard, view)
    if (view === 'requests') await page.getByRole('listbox').getByRole('option').first().click()
    const controls = await mark(page.locator('a[href], button, input, select, textarea, [role="listbox"]'))
    const reached = new Set<number>()
    const invisible: string[] = []
    // Goes to the first link of the page.
    await page.getByRole('banner').getByRole('link').first().focus()
    await page.keyboard.press('Shift+Tab')
    // There are also other elements with focus, such as the titles of sections that open.
    for (let count = 0; count < 3 * controls.length && reached.size < controls.length; count++) {
      const { index, isVisible } = await focused(page)
      if (index >= 0) reached.add(index)
      if (index >= 0 && !isVisible) invisible.push(controls[index]!)
      await page.keyboard.press('Tab')
    }
    const unreached = controls.filter((_, index) => !reached.has(index))
    expect({ view, unreached, invisible }).toEqual({ view, unreached: [], invisible: [] })
  }
})

it('moves the focus to the heading of the next view, and changes the title', async () => {
  const { page } = await open()
  const headings: string[] = []
  // The first one is the view that is open.
  const links = (await page.getByRole('navigation').getByRole('link').all()).slice(1)
  for (const link of links) {
    await link.click()
    await expect.poll(() => page.title()).toBe(`${await link.textContent()} · conmock`)
    await page.locator('h1:focus').waitFor()
    headings.push((await page.locator('h1:focus').textContent()) ?? '')
  }
  expect(new Set(headings).size).toBe(views.length - 1)
})

/** The accessible name or the text of the focused element. */
function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement!
    return element.ariaLabel ?? element.textContent
  })
}

describe('the focus goes to the heading when its element is removed', () => {
  it('with a row, after a dialog', async () => {
    const { page } = await open({ view: 'data' })
    await page.getByRole('button', { name: 'Delete volunteer 50000001' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the volunteer' }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('Data')
  })

  it('with the item of a list', async () => {
    const { page, server } = await open({ view: 'faults' })
    for (const status of [500, 503] as const) server.mock.faults.add({ effect: { status } })
    await page.getByRole('button', { name: /^Remove: .*500/ }).press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Active faults (1)')
  })

  it('but not after a click beside it', async () => {
    const { page, server } = await open({ view: 'faults' })
    server.mock.faults.add({ effect: { hang: true } })
    await page.getByRole('button', { name: /^Remove: / }).focus()
    await page.locator('main').click({ position: { x: 2, y: 2 } })
    server.mock.faults.clear()
    await page.getByText('No faults: every request gets its normal response').waitFor()
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('MAIN')
  })
})

it('skips to the content with the first link', async () => {
  const { page } = await open()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})

it('has no transitions and animations if the user wants none', async () => {
  const { page } = await open({ browser: { reducedMotion: 'reduce' } })
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((each) => {
        const { transitionDuration, animationName } = getComputedStyle(each)
        return transitionDuration.split(', ').some((time) => time !== '0s') || animationName !== 'none'
      }).length,
  )
  expect(moving).toBe(0)
})
