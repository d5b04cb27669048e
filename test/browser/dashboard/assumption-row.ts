import type { Locator, Page } from 'playwright-core'

/** The row of an assumption. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true })
}

/** One of the values of an assumption. */
export function radio(page: Page, name: string, option: string): Locator {
  return row(page, name).getByRole('radio', { name: option, exact: true })
}
