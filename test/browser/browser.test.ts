import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstalledPackage } from '../support/packed-package.js'
import { bundleForBrowser } from './bundle.js'
import { exampleWithServer, exampleInBrowser } from './example.js'
import { createExample } from './example-project.js'
import { createPageProject, runInPage, versionIn } from './page-project.js'
import { versions } from './versions.js'

/** If fewer tests run, the page has not loaded the whole suite. */
const MIN_TESTS = 450

/** The handlers of msw match only the two operations. `mock.fetch` and the server answer other paths with 404. */
const otherPaths = [
  /a path that is not in the API specification/,
  /Conmock-Assumed names .+ for an unknown path/,
  /the profile reported (?:answers 501 for other operations|refuses a path outside of the API)/,
]

/** Creates a project before the tests of a suite, and removes it after them. */
function projectFor(create: () => Promise<InstalledPackage>): () => InstalledPackage {
  let project: InstalledPackage
  beforeAll(async () => {
    project = await create()
  })
  afterAll(() => project.remove())
  return () => project
}

describe.each(versions.msw)('the package with msw %s', (msw) => {
  const project = projectFor(() => createPageProject(msw))

  it('passes the conformance suite in a page with mock.fetch', async () => {
    const { passed, ...others } = await runInPage(project(), 'direct')
    expect(others).toEqual({ failed: [], skipped: [] })
    expect(passed.length).toBeGreaterThan(MIN_TESTS)
  })

  it('passes the conformance suite with setupWorker, except for paths that the handlers do not match', async () => {
    expect(versionIn(project(), 'msw')).toBe(msw)
    const { passed, failed, skipped } = await runInPage(project(), 'worker')
    expect(failed).toEqual([])
    expect(skipped.filter((name) => !otherPaths.some((path) => path.test(name)))).toEqual([])
    expect(otherPaths.filter((path) => !skipped.some((name) => path.test(name)))).toEqual([])
    expect(passed.length).toBeGreaterThan(MIN_TESTS)
  })

  // The bundle does not depend on the version of msw.
  if (msw === versions.msw[0]) bundleForBrowser(project)
})

describe.each(versions.msw)('the example with msw %s', (msw) => {
  const project = projectFor(() => createExample(msw))
  exampleInBrowser(msw, project)
  if (msw === versions.msw[0]) exampleWithServer(project)
})
