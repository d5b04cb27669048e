import { type Locator, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import type { InstalledPackage } from '../support/packed-package.js'
import { buildExample, openExample, type AnsweredBy } from './example-project.js'

function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

/** Waits until an element contains a text. */
async function expectText(place: Locator, text: string): Promise<void> {
  await place.filter({ hasText: text }).first().waitFor({ timeout: 20_000 })
}

/** Tests the example with one source of responses. Its own end-to-end tests show errors: test/examples runs them. */
function testExample(answeredBy: AnsweredBy, project: () => InstalledPackage): void {
  it('shows a volunteer and all roles, without errors or warnings in the console', async () => {
    const { page, complaints, api } = await openExample(project(), answeredBy)
    const roles = panel(page, 'Roles')
    await expectText(panel(page, 'Volunteer').getByRole('heading'), 'Rob')
    await expectText(roles.getByRole('status'), '100 roles so far')

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
}

/** Tests the example app with a service worker. */
export function exampleInBrowser(project: () => InstalledPackage): void {
  describe('the example app with a service worker', () => {
    testExample('worker', project)

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
    testExample(answeredBy, project)
  })
}
