import { assumptions as registry, type AssumptionName } from '../contract/assumptions.js'
import { operations } from '../contract/operations.js'
import type { Coverage, CoverageItem } from './coverage.js'
import type { Ledger, LedgerAnswer } from './ledger.js'

/** A part of a ledger, with a title. */
export interface LedgerSection {
  /**
   * - `operation`: the answers and shapes of an operation, which count for the coverage
   * - `other`: answers that do not count for the coverage
   * - `assumptions`: the assumptions that the answers depend on
   */
  readonly kind: 'operation' | 'other' | 'assumptions'
  readonly title: string
  readonly rows: readonly LedgerRow[]
}

/** What a ledger counts, and how often it was sent. */
export interface LedgerRow {
  readonly name: string
  readonly description: string
  readonly count: number
}

/** Describes what a request was for. */
function describeSubject(operation: LedgerAnswer['operation']): string {
  if (operation === undefined) return 'No operation'
  if (operation === 'token') return 'The token endpoint'
  return `${operations[operation].method} ${operations[operation].path}`
}

function otherAnswers(ledger: Ledger, items: readonly CoverageItem[]): LedgerRow[] {
  return ledger.answers
    .filter(
      ({ operation, code, status }) =>
        !items.some(
          (item) => item.operation === operation && (code ? item.name.endsWith(` ${code}`) : status < 300),
        ),
    )
    .map(({ operation, status, code, count }) => ({
      name: [status, code].filter((part) => part !== undefined).join(' '),
      description: describeSubject(operation),
      count,
    }))
}

function usedAssumptions(ledger: Ledger): LedgerRow[] {
  return Object.entries(ledger.assumptions).flatMap(([name, values]) =>
    Object.entries(values).map(([value, count]) => ({
      name: `${name}=${value}`,
      description: registry[name as AssumptionName]?.status ?? 'not known in this version',
      count,
    })),
  )
}

/** Returns one section for each operation, and sections for everything else that the ledger contains. */
export function sectionsOf(ledger: Ledger, { items }: Coverage): LedgerSection[] {
  const others: LedgerSection[] = [
    { kind: 'other', title: 'Other responses', rows: otherAnswers(ledger, items) },
    {
      kind: 'assumptions',
      title: 'Assumptions that the responses depend on',
      rows: usedAssumptions(ledger),
    },
  ]
  return [
    ...Object.values(operations).map(({ id }) => ({
      kind: 'operation' as const,
      title: describeSubject(id),
      rows: items.filter(({ operation }) => operation === id),
    })),
    ...others.filter(({ rows }) => rows.length > 0),
  ]
}

/** Says in one line how much of the API was covered. */
export function summaryOf({ met, items, percent }: Coverage): string {
  return `${met} of ${items.length} behaviours of the API covered (${percent} %)`
}
