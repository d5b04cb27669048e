import { expect, it } from 'vitest'
import { deferred } from '../../support/deferred.js'
import { radio, row } from './assumption-row.js'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

const VIEW = { view: 'assumptions' }

it('sends one change after the other, so the last one counts', async () => {
  const { page, server } = await open(VIEW)
  const first = deferred()
  let sent = 0
  let answered = 0
  await page.route('**/default/assume', async (route) => {
    if (++sent === 1) await first.promise
    const response = await route.fetch()
    answered++
    await route.fulfill({ response })
  })
  await radio(page, 'auth.missing', '403').check()
  await radio(page, 'auth.missing', '401').check()
  first.resolve()
  await expect.poll(() => answered).toBe(2)
  expect(server.mock.settings['auth.missing']).toBe('401')
  await expect.poll(() => radio(page, 'auth.missing', '401').isChecked()).toBe(true)
})

it('shows a change at once, also when older values arrive after it', async () => {
  const { page, server } = await open(VIEW)
  const older = deferred()
  const isHeld = deferred()
  let reads = 0
  const answered = { older: 0, newer: 0 }
  await row(page, 'auth.missing').waitFor()
  await page.route('**/default/settings', async (route) => {
    const response = await route.fetch()
    isHeld.resolve()
    // The navigation and the view read.
    const age = ++reads <= 2 ? 'older' : 'newer'
    if (age === 'older') await older.promise
    await route.fulfill({ response })
    answered[age]++
  })
  // Another page changes a value. The values that are read now are from before the change of this page.
  server.mock.assume({ 'roles.pageSize': 7 })
  await isHeld.promise
  const wanted = radio(page, 'auth.missing', '403')
  await wanted.check()
  const frames = await wanted.evaluateHandle((element: HTMLInputElement) => {
    const seen = { off: 0 }
    const look = () => {
      if (!element.checked) seen.off++
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await expect.poll(() => answered.newer).toBeGreaterThanOrEqual(2)
  older.resolve()
  await expect.poll(() => answered.older).toBe(2)
  await page.getByRole('button', { name: 'Reset to spec (2)' }).waitFor()
  expect(await frames.evaluate((seen) => seen.off)).toBe(0)
  expect(await wanted.isChecked()).toBe(true)
})

it('keeps what the user types while a number is on its way', async () => {
  const { page, server } = await open(VIEW)
  const first = deferred()
  const changes: (string | null)[] = []
  await page.route('**/default/assume', async (route) => {
    if (changes.push(route.request().postData()) === 1) await first.promise
    await route.continue()
  })
  const size = row(page, 'roles.pageSize').getByLabel('Number of roles')
  await size.fill('7')
  await size.press('Enter')
  await size.press('1')
  first.resolve()
  await row(page, 'roles.pageSize').getByRole('button', { name: 'Reset to 100' }).waitFor()
  expect(await size.inputValue()).toBe('71')
  await size.press('Enter')
  await size.blur()
  await expect.poll(() => server.mock.settings['roles.pageSize']).toBe(71)
  // Leaving the field does not send the number again.
  await radio(page, 'auth.missing', '403').check()
  await expect.poll(() => server.mock.settings['auth.missing']).toBe('403')
  expect(changes).toEqual(['[{"roles.pageSize":7}]', '[{"roles.pageSize":71}]', '[{"auth.missing":"403"}]'])
})
