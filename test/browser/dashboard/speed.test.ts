import { expect, it } from 'vitest'
import type { RunningServer } from '../../../src/server.js'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

const SOON = { timeout: 60_000 }

function report(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Sends requests at this rate, as many as the machine manages. */
async function sendRequests({ mock }: RunningServer, count: number, perSecond: number): Promise<void> {
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const start = performance.now()
  for (let sent = 0; sent < count;) {
    const wanted = Math.ceil(((performance.now() - start) / 1000) * perSecond)
    // The server disconnects readers that are 1,000 events behind, so a machine that was busy must not catch up at once.
    const due = Math.min(count, wanted, sent + 100)
    const batch = Array.from({ length: due - sent }, (_, index) =>
      mock.fetch(`http://localhost/api/v0/users/${sent + index}/volunteer`, { headers }),
    )
    sent = due
    await Promise.all(batch)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

it('shows the newest 1,000 requests in bounded memory and with few updates, and keeps the position of the list', async () => {
  const { page, server } = await open()
  await sendRequests(server, 200, 500)
  await page.getByText('200 requests', { exact: true }).waitFor()
  const list = page.getByRole('listbox', { name: 'Requests' })
  const updates = await page.getByText('200 requests', { exact: true }).evaluateHandle((count) => {
    const seen = { count: 0 }
    new MutationObserver(() => seen.count++).observe(count, { characterData: true, subtree: true })
    return seen
  })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 1_000_000
  }
  const start = performance.now()
  await sendRequests(server, 2000, 1000)
  await page.getByText('1,000 requests. 1,200 older ones are not on this page', { exact: true }).waitFor(SOON)
  // One for each 100 ms.
  expect(await updates.evaluate(({ count }) => count)).toBeLessThan((performance.now() - start) / 100 + 2)
  const full = await heap()
  await sendRequests(server, 10_000, 1000)
  await page.getByText(/11,200 older ones/).waitFor(SOON)
  const later = await heap()
  report(`1,000 entries need ${full.toFixed(1)} MB, and after 10,000 more ${later.toFixed(1)} MB.`)
  expect(later).toBeLessThan(full * 1.2)
  expect(later).toBeLessThan(30)
  expect(await list.getByRole('option').count()).toBe(1000)

  // Scrolled down, the rows under the user's eyes do not move.
  await list.evaluate((each) => (each.scrollTop = 4000))
  const position = () =>
    list.evaluate(async (each) => {
      // The browser adjusts the position when it draws a frame, and not when a script asks for the layout.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const { top } = each.getBoundingClientRect()
      const row = [...each.querySelectorAll('[role="option"]')].find(
        (option) => option.getBoundingClientRect().top >= top,
      )!
      return `${row.id} at ${Math.round(row.getBoundingClientRect().top - top)}`
    })
  const before = await position()
  await sendRequests(server, 500, 500)
  await page.getByText(/11,700 older ones/).waitFor(SOON)
  expect(await position()).toBe(before)
})
