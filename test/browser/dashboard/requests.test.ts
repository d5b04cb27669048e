import { EventEmitter, once } from 'node:events'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { requestCountOf, requestRows, useDashboard, type OpenDashboard } from './open-dashboard.js'

const open = useDashboard()

function list(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Requests' })
}

function details(page: Page, id: number): Locator {
  return page.getByRole('complementary', { name: `Request ${id}`, exact: true })
}

describe('the list', () => {
  it('has a preflight only if it was refused', async () => {
    const { page, server, ask } = await open({ server: { cors: ['http://app.test'] } })
    const preflight = (origin: string) =>
      fetch(`${server.url}/api/v0/roles`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
    await preflight('http://app.test')
    await ask('/api/v0/roles')
    await expect.poll(requestCountOf(page)).toBe('1 request')
    expect(await requestRows(page).allTextContents()).toEqual([expect.stringContaining('GET')])
    await preflight('http://other.test')
    await expect.poll(requestCountOf(page)).toBe('2 requests')
    await page.getByRole('searchbox').fill('options')
    await expect.poll(requestCountOf(page)).toBe('1 of 2 requests')
  })

  it('shows all requests that arrive while the request log is read', async () => {
    const { page, ask } = await open()
    const read = new EventEmitter()
    const reading = once(read, 'end')
    // The answer of the server is from before the second request, and arrives long after its event.
    await page.route('**/default/requests.all', async (route) => {
      const response = await route.fetch()
      await ask('/api/v0/users/2/volunteer')
      await ask('/api/v0/users/3/volunteer')
      await reading
      await route.fulfill({ response })
    })
    await ask('/api/v0/users/1/volunteer')
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    // Longer than the page collects events.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    read.emit('end')
    await expect.poll(requestCountOf(page)).toBe('3 requests')
  })

  it('filters by all words of a text, and by the kind of status', async () => {
    const { page, server, ask } = await open()
    await ask('/api/v0/roles', 'mock-volunteer-read')
    await ask('/api/v0/roles')
    await ask('/nowhere', 'mock-user-read')
    server.mock.faults.add({ effect: { status: 503 } })
    await ask('/api/v0/users/7/volunteer')
    await expect.poll(requestCountOf(page)).toBe('4 requests')
    const filter = page.getByRole('searchbox')
    for (const [text, count] of [
      ['users/7', 1],
      ['mock-volunteer-READ', 1],
      ['insufficient_scope', 1],
      ['200 roles', 1],
      ['roles', 2],
      ['roles 404', 0],
    ] as const) {
      await filter.fill(text)
      await expect.poll(requestCountOf(page)).toBe(`${count} of 4 requests`)
    }
    await page.getByRole('button', { name: 'Show all requests' }).click()
    await expect.poll(requestCountOf(page)).toBe('4 requests')
    expect(await filter.inputValue()).toBe('')
    for (const [label, count] of [
      ['2xx', 1],
      ['4xx', 2],
      ['5xx / no response', 1],
    ] as const) {
      await page.getByRole('radio', { name: label }).check()
      await expect.poll(requestCountOf(page)).toBe(`${count} of 4 requests`)
    }
  })

  it('stops while it is paused, and says how many requests wait', async () => {
    const { page, ask } = await open()
    await ask('/api/v0/roles')
    await expect.poll(requestCountOf(page)).toBe('1 request')
    await page.getByRole('button', { name: 'Pause' }).click()
    for (let count = 1; count <= 3; count++) await ask('/api/v0/roles')
    const again = page.getByRole('button', { name: 'Continue (3 new)' })
    await again.waitFor()
    expect(await requestRows(page).count()).toBe(1)
    await again.click()
    await expect.poll(requestCountOf(page)).toBe('4 requests')
    expect(await page.getByRole('button', { name: 'Pause' }).isVisible()).toBe(true)
  })

  it('clears the request log, also while it is paused, and shows later requests', async () => {
    const { page, server, ask } = await open()
    await ask('/api/v0/roles')
    await expect.poll(requestCountOf(page)).toBe('1 request')
    await page.getByRole('button', { name: 'Pause' }).click()
    await ask('/api/v0/roles')
    await page.getByRole('button', { name: 'Continue (1 new)' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No requests yet').waitFor()
    expect(server.mock.requests.all()).toEqual([])
    await page.getByRole('button', { name: 'Continue (0 new)' }).click()
    await ask('/api/v0/roles')
    // The removed entries are not counted as older ones.
    await expect.poll(requestCountOf(page)).toBe('1 request')
    await page.reload()
    await expect.poll(requestCountOf(page)).toBe('1 request')
  })

  it.each([
    ['a reset', ({ server }: OpenDashboard) => server.mock.reset()],
    ['another client', async ({ server }: OpenDashboard) => server.mock.requests.clear()],
  ])('is empty after %s', async (_, empty) => {
    const dashboard = await open()
    const { page, ask } = dashboard
    await ask('/api/v0/roles')
    await expect.poll(requestCountOf(page)).toBe('1 request')
    await empty(dashboard)
    await page.getByText('No requests yet').waitFor()
    await ask('/api/v0/roles')
    await expect.poll(requestCountOf(page)).toBe('1 request')
  })

  it('starts with the requests before, newest first, and says how many older ones are not on the page', async () => {
    const { page, ask } = await open({ server: { requestLogSize: 3 }, view: 'faults' })
    for (let id = 1; id <= 5; id++) await ask(`/api/v0/users/${id}/volunteer`)
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.reload()
    await expect.poll(requestCountOf(page)).toBe('3 requests. 2 older ones are not on this page')
    expect(await requestRows(page).first().textContent()).toContain('/api/v0/users/5/volunteer')
  })

  it('says that one older request is not on the page', async () => {
    const { page, ask } = await open({ server: { requestLogSize: 1 } })
    for (const id of [1, 2]) await ask(`/api/v0/users/${id}/volunteer`)
    await page.reload()
    await expect.poll(requestCountOf(page)).toBe('1 request. 1 older one is not on this page')
  })

  it('cuts off no underscore: each line is higher than its letters', async () => {
    const { page, ask } = await open()
    await ask('/a_b')
    const heights = await requestRows(page)
      .first()
      .locator('> span')
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const { lineHeight, fontSize } = getComputedStyle(cell)
          return parseFloat(lineHeight) / parseFloat(fontSize)
        }),
      )
    expect(heights).toHaveLength(6)
    for (const height of heights) expect(height).toBeGreaterThan(1.4)
  })

  it('shows new requests if the request log is off, and says that it keeps none', async () => {
    const { page, ask } = await open({ server: { requestLogSize: 0 } })
    await ask('/api/v0/roles')
    await expect.poll(requestCountOf(page)).toBe('1 request')
    await page.reload()
    await page.getByText('The request log of this server is off').waitFor()
    await ask('/api/v0/roles')
    await requestRows(page).first().waitFor()
  })
})

describe('the details', () => {
  it('say why a request was refused and how to fix it, or which fault changed the response', async () => {
    const { page, server, ask } = await open()
    await ask('/api/v0/roles', 'mock-volunteer-read')
    server.mock.faults.add({ effect: { status: 503 } })
    await ask('/api/v0/roles')
    // A row that arrives during a click moves the others.
    await expect.poll(requestCountOf(page)).toBe('2 requests')
    await requestRows(page).filter({ hasText: '403' }).click()
    await details(page, 1).getByText('How to fix it:').waitFor()
    expect(await details(page, 1).textContent()).toContain('insufficient_scope')
    await requestRows(page).filter({ hasText: '503' }).click()
    await details(page, 2).getByText('changed this response: status=503').waitFor()
  })

  it('show the response that was sent, and say why a body is not there', async () => {
    const { page, server, ask } = await open({ server: { assumptions: { 'token.endpoint': 'on' } } })
    const body = await (await ask('/api/v0/users/1/volunteer')).text()
    await fetch(`${server.url}/api/oauth/token`, { method: 'POST' })
    await expect.poll(requestCountOf(page)).toBe('2 requests')
    await requestRows(page).filter({ hasText: '200' }).click()
    const shown = details(page, 1).getByRole('region', { name: 'Body' }).locator('pre')
    expect(JSON.parse((await shown.textContent())!)).toEqual(JSON.parse(body))
    await details(page, 1).getByText('Headers (').click()
    await details(page, 1).getByText('content-type').waitFor()
    await requestRows(page).filter({ hasText: '/token' }).click()
    await details(page, 2).getByText('it may contain a token').waitFor()
  })

  it('make the next request to the operation fail, or slow', async () => {
    const { page, server, ask } = await open()
    await ask('/api/v0/roles')
    await requestRows(page).first().click()
    await details(page, 1).getByRole('button', { name: 'Fail next request' }).click()
    await page.getByRole('link', { name: 'Faults 1' }).waitFor()
    await details(page, 1).getByRole('button', { name: 'Slow down next request' }).click()
    await page.getByRole('link', { name: 'Faults 2' }).waitFor()
    expect(server.mock.faults.all).toMatchObject([
      { operation: 'listRoles', when: { first: 1 }, effect: { status: 503 } },
      { operation: 'listRoles', when: { first: 1 }, effect: { delay: 2000 } },
    ])
    server.mock.assume({ 'roles.pageSize': 7 })
    await page.getByRole('link', { name: 'Assumptions 1' }).waitFor()
  })

  it('close if the filter hides their request', async () => {
    const { page, ask } = await open()
    await ask('/api/v0/roles')
    await requestRows(page).first().click()
    await details(page, 1).waitFor()
    await page.getByRole('searchbox').fill('nothing')
    await page.getByText('No request matches the filter').waitFor()
    expect(await details(page, 1).count()).toBe(0)
  })

  it('leave the selected row in view, also in a small window', async () => {
    const { page, ask } = await open({ browser: { viewport: { width: 390, height: 844 } } })
    for (let id = 1; id <= 12; id++) await ask(`/api/v0/users/${id}/volunteer`)
    await expect.poll(requestCountOf(page)).toBe('12 requests')
    await requestRows(page).filter({ hasText: '/users/7/' }).click()
    await details(page, 7).waitFor()
    const isInList = () =>
      list(page).evaluate((element) => {
        const { top, bottom } = element.querySelector('[aria-selected="true"]')!.getBoundingClientRect()
        const box = element.getBoundingClientRect()
        return top >= box.top - 1 && bottom <= box.bottom + 1
      })
    await expect.poll(isInList).toBe(true)
  })

  it('open by keyboard, and Escape returns to the list', async () => {
    const { page, ask } = await open()
    for (let id = 1; id <= 60; id++) await ask(`/api/v0/users/${id}/volunteer`)
    await expect.poll(requestCountOf(page)).toBe('60 requests')
    await list(page).focus()
    const isShown = async (id: number) => {
      await details(page, id).waitFor()
      await expect.poll(() => list(page).locator('[aria-selected="true"]').count()).toBe(1)
    }
    // The newest request is the first one.
    for (const [key, id] of [
      ['ArrowDown', 60],
      ['ArrowDown', 59],
      ['ArrowUp', 60],
      ['ArrowUp', 60],
      ['End', 1],
      ['ArrowDown', 1],
      ['PageUp', 11],
      ['Home', 60],
      ['PageDown', 50],
      ['Home', 60],
    ] as const) {
      await page.keyboard.press(key)
      await isShown(id)
    }
    // The list does not lose the focus, and tells screen readers which row is selected.
    const active = await list(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).textContent()).toContain('/users/60/')

    await page.keyboard.press('Tab')
    const close = details(page, 60).getByRole('button', { name: 'Close the details' })
    await expect.poll(() => close.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await details(page, 60).waitFor({ state: 'detached' })
    await expect.poll(() => list(page).evaluate((each) => each === document.activeElement)).toBe(true)
  })
})

it.each(['//', '%', 'http://[', 'requests/%E0%A4%A', '?sandbox=', 'constructor'])(
  'shows the requests for the strange fragment #%s',
  async (fragment) => {
    const { page, server } = await open()
    await page.goto('about:blank')
    await page.goto(`${server.url}/#${fragment}`)
    await expect.poll(() => page.getByText('No requests yet').isVisible()).toBe(true)
  },
)
