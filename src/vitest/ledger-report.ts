import type { Ledger } from '../coverage/ledger.js'

/** Name of the report in the metadata of a test file. vitest sends the metadata to the main process. */
const NAME = 'conmockLedger'

/** The report of a worker after a test file. */
export interface LedgerReport {
  /** Id of the JavaScript realm of the mocks. Without isolation, several test files share one. */
  readonly realm: string
  /** Number of the report in its realm. Later reports include the earlier ones. */
  readonly number: number
  readonly ledger: Ledger
}

export function putReport(meta: object, report: LedgerReport): void {
  Object.assign(meta, { [NAME]: report })
}

export function takeReport(meta: object): LedgerReport | undefined {
  return (meta as { readonly [NAME]?: LedgerReport })[NAME]
}

/** Returns the last ledger of each realm. */
export function lastLedgers(reports: readonly LedgerReport[]): Ledger[] {
  const last = new Map<string, LedgerReport>()
  for (const report of reports) {
    if (report.number > (last.get(report.realm)?.number ?? 0)) last.set(report.realm, report)
  }
  return Array.from(last.values(), ({ ledger }) => ledger)
}
