import type { Endpoint } from '../api/match-path.js'
import { assumptions as registry, type AssumptionName } from '../contract/assumptions.js'
import { operations } from '../contract/operations.js'
import { isCovered, type Coverage } from './coverage.js'

/** A part of a report, with a title. */
export interface CoverageSection {
  /**
   * - `operation`: the cases of an operation
   * - `other`: answers that are no case of the API
   * - `assumptions`: the assumptions that the answers depend on
   */
  readonly kind: 'operation' | 'other' | 'assumptions'
  readonly title: string
  readonly rows: readonly CoverageRow[]
}

/** What was counted, and how often it was sent. */
export interface CoverageRow {
  readonly name: string
  readonly description: string
  readonly count: number
}

function describeEndpoint(endpoint: Endpoint | undefined): string {
  if (endpoint === undefined) return 'No operation'
  if (endpoint === 'token') return 'The token endpoint'
  return `${operations[endpoint].method} ${operations[endpoint].path}`
}

/** Adds up rows with the same name and description. */
function addUpRows(rows: readonly CoverageRow[]): CoverageRow[] {
  const sums = new Map<string, CoverageRow>()
  for (const row of rows) {
    const key = JSON.stringify([row.name, row.description])
    sums.set(key, { ...row, count: row.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

function otherAnswers({ answers, cases }: Coverage): CoverageRow[] {
  const known = new Set(cases.map(({ operation, name }) => `${operation} ${name.split(' ').at(-1)}`))
  const others = answers.filter(
    ({ operation, code, status }) => !known.has(`${operation} ${code ?? (status < 300 ? '200' : '')}`),
  )
  return addUpRows(
    others.map(({ operation, status, code, count }) => ({
      name: code === undefined ? String(status) : `${status} ${code}`,
      description: describeEndpoint(operation),
      count,
    })),
  )
}

function usedAssumptions({ answers }: Coverage): CoverageRow[] {
  const rows = answers.flatMap(({ assumptions, count }) =>
    Object.entries(assumptions).map(([name, value]) => ({
      name: `${name}=${value}`,
      description: registry[name as AssumptionName]?.status ?? 'not known in this version',
      count,
    })),
  )
  return addUpRows(rows).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns one section for each operation, and sections for everything else that was counted. */
export function sectionsOf(coverage: Coverage): CoverageSection[] {
  const others: CoverageSection[] = [
    { kind: 'other', title: 'Other responses', rows: otherAnswers(coverage) },
    {
      kind: 'assumptions',
      title: 'Assumptions that the responses depend on',
      rows: usedAssumptions(coverage),
    },
  ]
  return [
    ...Object.values(operations).map(({ id }) => ({
      kind: 'operation' as const,
      title: describeEndpoint(id),
      rows: coverage.cases.filter(({ operation }) => operation === id),
    })),
    ...others.filter(({ rows }) => rows.length > 0),
  ]
}

/** Says in one line how many cases were covered. */
export function summaryOf({ cases, percent }: Coverage): string {
  return `${cases.filter(isCovered).length} of ${cases.length} cases covered (${percent} %)`
}
