import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { writeGeneratedSection } from '../support/generated-section.js'
import type { InstalledPackage } from '../support/packed-package.js'
import { bundleForBrowser } from './bundle.js'
import { conformanceAcrossOrigins, conformanceInBrowser } from './conformance.js'
import { exampleAcrossOrigins, exampleInBrowser } from './example.js'
import { createExample } from './example-project.js'
import { describeLimits } from './limits.js'
import { createPageProject } from './page-project.js'
import { Report } from './report.js'
import { versions } from './versions.js'

type Task = TestContext['task'] | TestContext['task']['file']['tasks'][number]

const guide = fileURLToPath(new URL('../../docs/compatibility.md', import.meta.url))
const report = new Report()

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
  conformanceInBrowser(msw, project, report)
  // The server and the bundle do not depend on the version of msw.
  if (msw !== versions.msw[0]) return
  conformanceAcrossOrigins(project, report)
  bundleForBrowser(project, report)
})

describe.each(versions.msw)('the example with msw %s', (msw) => {
  const project = projectFor(() => createExample(msw))
  exampleInBrowser(msw, project, report)
  if (msw === versions.msw[0]) exampleAcrossOrigins(project, report)
})

/** The names of the tests that failed or were skipped. */
function notPassed(task: Task): string[] {
  if (task.type === 'suite') return task.tasks.flatMap(notPassed)
  return task.result?.state === 'pass' ? [] : [task.name]
}

it('docs/compatibility.md lists the results', async ({ task }) => {
  // The table is complete only if all other tests have passed.
  const others = task.file.tasks.filter((each) => each !== task)
  expect(others.flatMap(notPassed)).toEqual([])

  const text = [
    'Results of `npm run test:browser`, which tests the packed package in headless Chromium:',
    report.table,
    'Some behavior differs in a page:',
    describeLimits(),
  ]
  const section = { file: guide, name: 'browser', text: text.join('\n\n'), command: 'npm run test:browser' }
  await writeGeneratedSection(section)
})
