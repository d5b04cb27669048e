import type { Ledger } from '../mock/ledger.js'

/** Under this name a test file's report is in its metadata, which vitest carries from the worker to the main process. */
const NAME = 'conmockLedger'

/** What a worker tells after a test file. */
export interface LedgerReport {
  /** The place where the mocks live. Without isolation several test files share one. */
  readonly realm: string
  /** The number of the report in its realm. A later one holds all that the earlier ones hold. */
  readonly number: number
  readonly ledger: Ledger
}

export function putReport(meta: object, report: LedgerReport): void {
  Object.assign(meta, { [NAME]: report })
}

export function takeReport(meta: object): LedgerReport | undefined {
  return (meta as { readonly [NAME]?: LedgerReport })[NAME]
}

/** The ledgers of all realms, each as the last report has it. */
export function lastLedgers(reports: readonly LedgerReport[]): Ledger[] {
  const last = new Map<string, LedgerReport>()
  for (const report of reports) {
    if (report.number > (last.get(report.realm)?.number ?? 0)) last.set(report.realm, report)
  }
  return Array.from(last.values(), ({ ledger }) => ledger)
}
