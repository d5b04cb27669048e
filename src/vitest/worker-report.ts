import type { CoverageAnswer } from '../coverage/coverage.js'

/** The report of a worker after a test file. */
export interface WorkerReport {
  /** Id of the JavaScript realm of the mocks. Without isolation, several test files share one. */
  readonly realm: string
  /** Number of the report in its realm. Later reports include the earlier ones. */
  readonly number: number
  readonly answers: readonly CoverageAnswer[]
}

/** The metadata of a test file, which vitest sends to the main process. */
export interface TestFileMeta {
  conmock?: WorkerReport
}
