import { type Locator, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { RunningCommand } from '../support/command.js'
import type { InstalledPackage } from '../support/packed-package.js'
import { chromiumPath } from '../support/chromium.js'
import { buildExample, openExample, takePicture } from './example-project.js'
import type { Report } from './report.js'
import { versions } from './versions.js'

function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

async function show(page: Page, userId: string): Promise<Locator> {
  await page.getByLabel('User id').fill(userId)
  await page.getByRole('button', { name: 'Show' }).click()
  return panel(page, 'Volunteer')
}

/** Waits for a text, which Chromium shows as soon as the answer is there. */
async function expectText(place: Locator, text: string): Promise<void> {
  await place.filter({ hasText: text }).first().waitFor({ timeout: 20_000 })
}

/** One way in which the example gets its answers. */
function testExample(
  answeredBy: 'worker' | 'server',
  picture: string,
  project: () => InstalledPackage,
): void {
  it('shows a volunteer and all roles, and says nothing to the console', async () => {
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

  it('says what went wrong, in words of its own and in those of the API', async () => {
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
    // The browser's own line for each answer that is an error; the app asks twice, as React does in development.
    for (const complaint of complaints)
      expect(complaint).toMatch(/^Failed to load resource: .* status of (?:404|403|401) /)
  })
}

/** The example app, answered in the page. */
export function exampleInBrowser(msw: string, project: () => InstalledPackage, report: Report): void {
  describe('the example app, answered in the page by a service worker', () => {
    testExample('worker', `msw-${msw}`, project)

    it('builds, with its types, and the build has nothing of the mock', async () => {
      const scripts = await buildExample(project())
      expect(scripts).toContain('No such volunteer')
      for (const trace of ['mockServiceWorker', 'conmock', 'Conmock', 'robinwinter'])
        expect(scripts).not.toContain(trace)
      report.add('the example app, answered by `setupWorker(...mock.handlers)`', `msw ${msw}`, 'passed')
    })
  })
}

/** The example app, answered by the installed command at another origin; and its own test. */
export function exampleAcrossOrigins(project: () => InstalledPackage, report: Report): void {
  describe('the example app, answered by conmock at another origin', () => {
    testExample('server', 'server', project)

    it("passes its own end-to-end test by Playwright's runner", async () => {
      const command = ['npm', 'test', '--', '--reporter=line']
      const run = RunningCommand.start(
        'env',
        [`CHROMIUM_PATH=${chromiumPath()}`, ...command],
        project().path(''),
      )
      const { code, stdout, stderr } = await run.ended()
      expect({ code, output: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, output: '' })
      const [, passed] = /(\d+) passed/.exec(stdout) ?? []
      expect(Number(passed)).toBeGreaterThan(5)
      report.add('the example app, answered by `conmock` at another origin', '', 'passed')
      report.add(
        "the example app's own end-to-end test",
        `Playwright ${versions.playwright}`,
        `${passed} tests passed`,
      )
    })
  })
}
