import type { CDPSession } from 'playwright-core'
import { expect, it } from 'vitest'
import type { RunningServer } from '../../../src/server.js'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

function report(text: string): void {
  process.stderr.write(`${text}\n`)
}

it('shows its first content after few and small files', async () => {
  const { page: first, server } = await open()
  // A new context has nothing in its cache.
  const context = await first.context().browser()!.newContext()
  const page = await context.newPage()
  await page.goto(server.url)
  const loaded = () =>
    page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
      const files = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ]
      return files
        .map((each) => each as PerformanceResourceTiming)
        .filter(({ name, responseEnd }) => !name.includes('/v1/') && responseEnd <= (paint ?? 0))
        .map(({ encodedBodySize }) => encodedBodySize)
    })
  await expect.poll(loaded).not.toEqual([])
  const sizes = await loaded()
  await context.close()
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  report(`Before its first content, the page loads ${sizes.length} files with ${bytes} bytes.`)
  expect(sizes.length).toBeLessThanOrEqual(5)
  expect(bytes).toBeLessThan(200_000)
})

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Records the tasks of the page. Returns a function that ends this, and returns the CPU time of the tasks in milliseconds. */
async function recordTasks(session: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const categories = 'devtools.timeline,disabled-by-default-devtools.timeline,__metadata'
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    const threads = new Set(
      events.flatMap(({ name, args, pid, tid }) =>
        name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
      ),
    )
    return events
      .filter(({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid} ${tid}`))
      .map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000)
  }
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

it('stays fast with 10,000 requests at 500 a second, and keeps the position of the list', async () => {
  const { page, server } = await open()
  await sendRequests(server, 200, 500)
  await page.getByText('200 requests', { exact: true }).waitFor()
  const list = page.getByRole('listbox', { name: 'Requests' })
  await list.getByRole('option').nth(3).click()
  await page.getByRole('complementary', { name: /^Request/ }).waitFor()
  const filter = page.getByRole('searchbox')

  const session = await page.context().newCDPSession(page)
  const endTasks = await recordTasks(session)
  const progress = { isComplete: false }
  const sending = sendRequests(server, 10_000, 500).finally(() => (progress.isComplete = true))
  while (!progress.isComplete) {
    for (const text of ['users', 'users 7', '200 volunteer', '']) {
      await filter.fill(text)
      await list.hover()
      await page.mouse.wheel(0, 300)
      await list.press('ArrowDown')
      await page.waitForTimeout(100)
    }
  }
  await sending
  const tasks = (await endTasks()).toSorted((a, b) => b - a)
  report(`The longest tasks took ${tasks.slice(0, 5).map(Math.round).join(', ')} ms of ${tasks.length}.`)
  expect(tasks.length).toBeGreaterThan(100)
  expect(tasks[0]).toBeLessThan(100)

  await page.getByText(/^10,000 requests/).waitFor({ timeout: 20_000 })
  await page.getByText('10,000 requests. 200 older ones are not on this page', { exact: true }).waitFor()

  // Scrolled down, the rows under the user's eyes do not move.
  await list.evaluate((each) => (each.scrollTop = 4000))
  const position = () =>
    list.evaluate((each) => {
      const { top } = each.getBoundingClientRect()
      const row = [...each.querySelectorAll('[role="option"]')].find(
        (option) => option.getBoundingClientRect().top >= top,
      )!
      return `${row.id} at ${Math.round(row.getBoundingClientRect().top - top)}`
    })
  const before = await position()
  await sendRequests(server, 500, 500)
  await page.getByText(/700 older ones/).waitFor()
  expect(await position()).toBe(before)
})

it('keeps 10,000 entries in bounded memory', async () => {
  const { page, server } = await open()
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 1_000_000
  }
  await sendRequests(server, 10_000, 1000)
  await page.getByText(/^10,000 requests/).waitFor({ timeout: 60_000 })
  const full = await heap()
  await sendRequests(server, 15_000, 1000)
  await page.getByText(/15,000 older ones/).waitFor({ timeout: 60_000 })
  const later = await heap()
  report(`10,000 entries need ${full.toFixed(1)} MB, and after 15,000 more ${later.toFixed(1)} MB.`)
  expect(later).toBeLessThan(full * 1.2)
  expect(later).toBeLessThan(60)
  expect(await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').count()).toBeLessThan(60)
})
