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

/** A project for the tests around, removed after them. */
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
  // What a server says, and what a bundle has, is the same with any msw.
  if (msw !== versions.msw[0]) return
  conformanceAcrossOrigins(project, report)
  bundleForBrowser(project, report)
})

describe.each(versions.msw)('the example with msw %s', (msw) => {
  const project = projectFor(() => createExample(msw))
  exampleInBrowser(msw, project, report)
  if (msw === versions.msw[0]) exampleAcrossOrigins(project, report)
})

/** The tests that did not pass: those that failed, and those that a filter left out. */
function notPassed(task: Task): string[] {
  if (task.type === 'suite') return task.tasks.flatMap(notPassed)
  return task.result?.state === 'pass' ? [] : [task.name]
}

it('docs/compatibility.md says what passed', async ({ task }) => {
  // Otherwise there is nothing to say of the whole.
  const others = task.file.tasks.filter((each) => each !== task)
  expect(others.flatMap(notPassed)).toEqual([])

  const text = [
    'By `npm run test:browser`, with the packed package in headless Chromium:',
    report.table,
    'What cannot hold in a page:',
    describeLimits(),
  ]
  const section = { file: guide, name: 'browser', text: text.join('\n\n'), command: 'npm run test:browser' }
  await writeGeneratedSection(section)
})
