import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstalledPackage } from '../support/packed-package.js'
import { bundleForBrowser } from './bundle.js'
import { exampleWithServer, exampleInBrowser } from './example.js'
import { createExample } from './example-project.js'
import { createPageProject, runInPage, versionIn } from './page-project.js'
import { versions } from './versions.js'

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

  it('passes the smoke tests in a page with a service worker', async () => {
    expect(versionIn(project(), 'msw')).toBe(msw)
    const { passed, failed } = await runInPage(project())
    expect(failed).toEqual([])
    // If fewer tests run, the page has not loaded the whole suite.
    expect(passed.length).toBeGreaterThan(25)
  })

  // The bundle does not depend on the version of msw.
  if (msw === versions.msw[0]) bundleForBrowser(project)
})

describe.each(versions.msw)('the example with msw %s', (msw) => {
  const project = projectFor(() => createExample(msw))
  exampleInBrowser(project)
  if (msw === versions.msw[0]) exampleWithServer(project)
})
