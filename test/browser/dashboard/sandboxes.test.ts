import { describe, expect, it } from 'vitest'
import { connect } from '../../../src/server.js'
import { createSandbox, requestCountOf, requestRows, useDashboard } from './open-dashboard.js'

const open = useDashboard()

describe('a sandbox', () => {
  it('appears in the selector as soon as it exists, and has its own requests', async () => {
    const dashboard = await open()
    const { page, server, ask } = dashboard
    await ask('/api/v0/roles')
    await createSandbox(dashboard, 'w1')
    const selector = page.getByLabel('Sandbox', { exact: true })
    await expect.poll(() => selector.locator('option').allTextContents()).toEqual(['default', 'w1'])
    await selector.selectOption('w1')
    await page.getByText('No requests yet').waitFor()
    await ask('/~w1/api/v0/users/7/volunteer')
    await expect.poll(requestCountOf(page)).toBe('1 request')
    expect(await requestRows(page).textContent()).toContain('/api/v0/users/7/volunteer')

    await page.reload()
    expect(page.url()).toBe(`${server.url}/#/requests?sandbox=w1`)
    await expect.poll(requestCountOf(page)).toBe('1 request')
    expect(await selector.inputValue()).toBe('w1')
    await page.getByRole('link', { name: 'Tokens' }).click()
    expect(await selector.inputValue()).toBe('w1')
    await page.getByRole('link', { name: 'Requests' }).click()
    await selector.selectOption('default')
    await expect.poll(requestCountOf(page)).toBe('1 request')
    expect(await requestRows(page).textContent()).toContain('/api/v0/roles')
  })

  it('that is removed says so, and is back when it is created again', async () => {
    const dashboard = await open()
    const { page, server } = dashboard
    await createSandbox(dashboard, 'w1')
    await page.goto(`${server.url}/#/requests?sandbox=w1`)
    await page.getByText('No requests yet').waitFor()
    await (await connect(server.url)).deleteSandbox('w1')
    await page.getByRole('heading', { name: 'Sandbox not found' }).waitFor()
    await createSandbox(dashboard, 'w1')
    await expect.poll(() => page.getByText('No requests yet').isVisible()).toBe(true)
  })

  it('is selected in the view of a link that was clicked just before', async () => {
    const dashboard = await open({ view: 'tokens' })
    const { page, server } = dashboard
    await createSandbox(dashboard, 'w1')
    const selector = page.getByLabel('Sandbox', { exact: true })
    await expect.poll(() => selector.locator('option').allTextContents()).toEqual(['default', 'w1'])
    // In one task, because the page learns of the new fragment in a later one.
    await selector.evaluate((each) => {
      document.querySelector<HTMLElement>('a[href="#/faults"]')!.click()
      ;(each as HTMLSelectElement).value = 'w1'
      each.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await expect.poll(() => page.url()).toBe(`${server.url}/#/faults?sandbox=w1`)
  })
})
