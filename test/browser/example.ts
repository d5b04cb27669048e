import { type Locator, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import type { InstalledPackage } from '../support/packed-package.js'
import { buildExample, openExample, takePicture, type AnsweredBy } from './example-project.js'

function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

async function show(page: Page, userId: string): Promise<Locator> {
  await page.getByLabel('User id').fill(userId)
  await page.getByRole('button', { name: 'Show' }).click()
  return panel(page, 'Volunteer')
}

/** Waits until an element contains a text. */
async function expectText(place: Locator, text: string): Promise<void> {
  await place.filter({ hasText: text }).first().waitFor({ timeout: 20_000 })
}

/** Tests the example with one source of responses. */
function testExample(answeredBy: AnsweredBy, picture: string, project: () => InstalledPackage): void {
  it('shows a volunteer and all roles, without errors or warnings in the console', async () => {
    const { page, complaints, api } = await openExample(project(), answeredBy)
    const roles = panel(page, 'Roles')
    await expectText(panel(page, 'Volunteer').getByRole('heading'), 'Rob')
    await expectText(roles.getByRole('status'), '100 roles so far')
    await takePicture(page, `${picture}-volunteer`)

    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('nextPage=')),
      roles.getByRole('button', { name: 'Next page' }).click(),
    ])
    expect(new URL(answer.url()).origin).toBe(api)
    expect(answer.fromServiceWorker()).toBe(answeredBy === 'worker')
    await expectText(roles.getByRole('status'), '200 roles so far')
    await roles.getByRole('button', { name: 'Next page' }).click()
    await expectText(roles.getByRole('status'), '250 roles, all of them')
    const names = await roles.getByRole('listitem').allTextContents()
    expect(names).toEqual(
      createMock()
        .roles.findMany()
        .map(({ name }) => name),
    )
    expect(complaints).toEqual([])
  })

  it('shows an error with its own message and with the detail from the API', async () => {
    const { page, complaints } = await openExample(project(), answeredBy)
    const missing = await show(page, '999999')
    await expectText(missing.getByRole('alert'), 'No such volunteer')
    await expectText(missing.getByRole('alert'), 'There is no user with the id "999999".')
    await takePicture(page, `${picture}-error`)

    await page.getByLabel('Access token').selectOption('mock-user-read')
    await expectText(missing.getByRole('alert'), 'This access token may not read this')
    await expectText(missing.getByRole('alert'), 'needs the scope volunteer:read')
    await expectText(panel(page, 'Roles').getByRole('status'), '100 roles so far')

    await page.getByLabel('Access token').selectOption('mock-expired')
    for (const name of ['Volunteer', 'Roles'])
      await expectText(panel(page, name).getByRole('alert'), 'This access token is not accepted')
    // Chromium logs each error response; in development, React sends each request twice.
    for (const complaint of complaints)
      expect(complaint).toMatch(/^Failed to load resource: .* status of (?:404|403|401) /)
  })
}

/** Tests the example app with a service worker. */
export function exampleInBrowser(msw: string, project: () => InstalledPackage): void {
  describe('the example app with a service worker', () => {
    testExample('worker', `msw-${msw}`, project)

    it('builds with a type check, and the build does not contain the mock', async () => {
      const scripts = await buildExample(project())
      expect(scripts).toContain('No such volunteer')
      for (const trace of ['mockServiceWorker', 'conmock', 'Conmock', 'robinwinter'])
        expect(scripts).not.toContain(trace)
    })
  })
}

/** Tests the example app with the installed command at another origin, and with the plugin for Vite. */
export function exampleWithServer(project: () => InstalledPackage): void {
  describe.each(['server', 'plugin'] as const)('the example app with the %s', (answeredBy) => {
    testExample(answeredBy, answeredBy, project)
  })
}
