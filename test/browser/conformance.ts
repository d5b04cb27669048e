import { describe, expect, it } from 'vitest'
import type { InstalledPackage } from '../support/packed-package.js'
import { limits, unexplained } from './limits.js'
import { runInPage, versionIn } from './page-project.js'
import type { Report } from './report.js'

/** If fewer tests run, the page has not loaded the whole suite. */
const MIN_TESTS = 590

/** Runs the conformance suite in a page, with `mock.fetch` and with a service worker. */
export function conformanceInBrowser(msw: string, project: () => InstalledPackage, report: Report): void {
  describe('the conformance suite in a page', () => {
    it('passes with mock.fetch', async () => {
      const ran = await runInPage(project(), 'direct')
      expect(unexplained(ran)).toEqual([])
      expect(ran.passed.length).toBeGreaterThan(MIN_TESTS)
      report.add('the conformance suite with `mock.fetch`', `msw ${msw}`, `${ran.passed.length} tests passed`)
    })

    it('passes with setupWorker, except for paths that the handlers do not match', async () => {
      expect(versionIn(project(), 'msw')).toBe(msw)
      const ran = await runInPage(project(), 'worker')
      const { passed, skipped } = ran
      expect(unexplained(ran, limits.otherPaths)).toEqual([])
      expect(passed.length + skipped.length).toBeGreaterThan(MIN_TESTS)
      report.add(
        'the conformance suite with `setupWorker(...mock.handlers)`',
        `msw ${msw}`,
        `${passed.length} tests passed, ${skipped.length} skipped (other paths)`,
      )
    })
  })
}

/** Runs the conformance suite in a page that sends its requests to a server at another origin. */
export function conformanceAcrossOrigins(project: () => InstalledPackage, report: Report): void {
  describe('the conformance suite across origins', () => {
    it('passes against startServer, except for methods that the browser does not send', async () => {
      const ran = await runInPage(project(), 'cross-origin')
      const { passed, failed } = ran
      expect(unexplained(ran, limits.otherMethods)).toEqual([])
      expect(passed.length + failed.length).toBeGreaterThan(MIN_TESTS)
      report.add(
        'the conformance suite with `fetch` to a server at another origin',
        '',
        `${passed.length} tests passed, ${failed.length} not possible (other methods)`,
      )
    })

    it('lets a page read only the responses that CORS allows for its origin', async () => {
      const ran = await runInPage(project(), 'cors')
      expect(unexplained(ran)).toEqual([])
      report.add('requests and readable responses with `--cors`', '', `${ran.passed.length} tests passed`)
    })
  })
}
