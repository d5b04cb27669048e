import { describe, expect, it } from 'vitest'
import type { InstalledPackage } from '../support/packed-package.js'
import { limits, unexplained } from './limits.js'
import { runInPage, versionIn } from './page-project.js'
import type { Report } from './report.js'

/** Fewer would be a suite that has lost a part on its way into the page. */
const LEAST_TESTS = 590

/** The conformance suite in a page, by the mock's own fetch and by a service worker. */
export function conformanceInBrowser(msw: string, project: () => InstalledPackage, report: Report): void {
  describe('the conformance suite in a page', () => {
    it('passes by mock.fetch, every test', async () => {
      const ran = await runInPage(project(), 'direct')
      expect(unexplained(ran)).toEqual([])
      expect(ran.passed.length).toBeGreaterThan(LEAST_TESTS)
      report.add('the conformance suite by `mock.fetch`', `msw ${msw}`, `${ran.passed.length} tests passed`)
    })

    it('passes by setupWorker, every test but those of paths that are not the handlers to answer', async () => {
      expect(versionIn(project(), 'msw')).toBe(msw)
      const ran = await runInPage(project(), 'worker')
      const { passed, skipped } = ran
      expect(unexplained(ran, limits.otherPaths)).toEqual([])
      expect(passed.length + skipped.length).toBeGreaterThan(LEAST_TESTS)
      report.add(
        'the conformance suite by `setupWorker(...mock.handlers)`',
        `msw ${msw}`,
        `${passed.length} tests passed; ${skipped.length} are about other paths`,
      )
    })
  })
}

/** The conformance suite in a page, by its own fetch to a server at another origin. */
export function conformanceAcrossOrigins(project: () => InstalledPackage, report: Report): void {
  describe('the conformance suite across origins', () => {
    it('passes against startServer, every test that its browser lets a page do', async () => {
      const ran = await runInPage(project(), 'cross-origin')
      const { passed, failed } = ran
      expect(unexplained(ran, limits.otherMethods)).toEqual([])
      expect(passed.length + failed.length).toBeGreaterThan(LEAST_TESTS)
      report.add(
        'the conformance suite by `fetch` to a server at another origin',
        '',
        `${passed.length} tests passed; ${failed.length} send other methods`,
      )
    })

    it('lets a page read of a server what its origin may read, and no more', async () => {
      const ran = await runInPage(project(), 'cors')
      expect(unexplained(ran)).toEqual([])
      report.add('what a page may ask and read, by `--cors`', '', `${ran.passed.length} tests passed`)
    })
  })
}
