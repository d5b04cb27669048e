import type { Coverage } from '../coverage/coverage.js'

/** Name of the report in the metadata of a test file. vitest sends the metadata to the main process. */
const NAME = 'conmockCoverage'

/** The report of a worker after a test file. */
export interface WorkerReport {
  /** Id of the JavaScript realm of the mocks. Without isolation, several test files share one. */
  readonly realm: string
  /** Number of the report in its realm. Later reports include the earlier ones. */
  readonly number: number
  readonly coverage: Coverage
}

export function putReport(meta: object, report: WorkerReport): void {
  Object.assign(meta, { [NAME]: report })
}

export function takeReport(meta: object): WorkerReport | undefined {
  return (meta as { readonly [NAME]?: WorkerReport })[NAME]
}

/** Returns the last coverage of each realm. */
export function lastCoverages(reports: readonly WorkerReport[]): Coverage[] {
  const last = new Map<string, WorkerReport>()
  for (const report of reports) {
    if (report.number > (last.get(report.realm)?.number ?? 0)) last.set(report.realm, report)
  }
  return Array.from(last.values(), ({ coverage }) => coverage)
}
