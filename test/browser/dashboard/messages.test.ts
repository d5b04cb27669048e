import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { requestRows, useDashboard } from './open-dashboard.js'

const open = useDashboard()

/** The names of the links, buttons and fields that something else lies on, even after scrolling to them. */
function covered(page: Page): Promise<string[]> {
  return page.locator('a[href]:not(.skip), button, select, input').evaluateAll((all) =>
    all
      .filter((each) => {
        each.scrollIntoView({ block: 'nearest' })
        const { x, y, width, height } = each.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return each.checkVisibility() && !(top && each.parentElement!.contains(top))
      })
      .map((each) => each.ariaLabel ?? each.textContent),
  )
}

const sizes = [
  [1280, 720],
  [900, 400],
  [800, 600],
  [390, 800],
] as const

it.each(sizes)('a message covers nothing in a window of %i × %i px', async (width, height) => {
  const { page, server, ask } = await open({ browser: { viewport: { width, height } } })
  await ask('/api/v0/roles')
  await requestRows(page).first().click()
  const details = page.getByRole('complementary')
  await details.getByText(/^Headers/).waitFor()
  await details.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied: curl command').waitFor()
  expect(await covered(page)).toEqual([])
  await page.getByRole('link', { name: 'Faults' }).click()
  await page.getByRole('button', { name: 'Never answer' }).click()
  await page.getByText(/^Added: /).waitFor()
  expect(await covered(page)).toEqual([])
  // An error stays, and may be long.
  await page.route('**/default/faults.remove', (route) =>
    route.fulfill({ status: 500, json: { error: 'Error', detail: 'wrong '.repeat(300) } }),
  )
  await page.getByRole('button', { name: /^Remove: / }).click()
  await page.getByRole('status').getByText('wrong wrong').waitFor()
  expect(await covered(page)).toEqual([])
  expect(server.mock.faults.all).toHaveLength(1)
})
