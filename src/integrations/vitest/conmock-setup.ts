import { afterAll, afterEach } from 'vitest'
import { collectCoverage } from '../../coverage/coverage-counter.js'
import { explainFailures } from '../../testing/explain-failures.js'
import type { TestFileMeta } from './plugin.js'
import { openRealm } from './realm.js'

// This module runs before each test file. Without isolation, several test files share this list.
const readAnswers = collectCoverage()

explainFailures(afterEach)

const realm = openRealm()

afterAll(function report() {
  // The test file is the last argument: the only one in vitest 4.0, the second since 4.1.
  const { meta } = Array.from(arguments).at(-1) as { readonly meta: TestFileMeta }
  meta.conmock = { realm: realm.id, number: ++realm.reports, answers: readAnswers() }
})
