import type { Endpoint } from '../api/match-path.js'
import { assumptions as registry } from '../convention/assumptions.js'
import { type AssumptionName } from '../contract/settings.js'
import { operations } from '../convention/operations.js'
import { addUp, getNames, type Coverage, type CoverageAnswer, type CoverageCase } from './coverage.js'

/** What was counted, and how often it was sent. */
export type CoverageRow = Pick<CoverageCase, 'name' | 'description' | 'count'>

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

function describeEndpoint(endpoint: Endpoint | undefined): string {
  if (endpoint === undefined) return 'No operation'
  if (endpoint === 'token') return 'The token endpoint'
  return `${operations[endpoint].method} ${operations[endpoint].path}`
}

function createRow({ operation, status, code, count }: CoverageAnswer): CoverageRow {
  const name = code === undefined ? String(status) : `${status} ${code}`
  return { name, description: describeEndpoint(operation), count }
}

function assumptionRows({ assumptions, count }: CoverageAnswer): CoverageRow[] {
  return Object.entries(assumptions).map(([key, value]) => {
    const name = key as AssumptionName
    const description = registry[name]?.status ?? 'not known in this version'
    return { name: `${name}=${value}`, description, count }
  })
}

export function createSections({ answers, cases }: Coverage): CoverageSection[] {
  const known = new Set(cases.map(({ operation, name }) => `${operation} ${name.split(' ').at(-1)}`))
  const others = answers.filter((answer) => {
    return !getNames(answer).some((name) => known.has(`${answer.operation} ${name}`))
  })
  const sections: CoverageSection[] = [
    ...Object.values(operations).map(({ id }) => ({
      kind: 'operation' as const,
      title: describeEndpoint(id),
      rows: cases.filter(({ operation }) => operation === id),
    })),
    { kind: 'other', title: 'Other responses', rows: addUp(others.map(createRow)) },
    {
      kind: 'assumptions',
      title: 'Assumptions that the responses depend on',
      rows: addUp(answers.flatMap(assumptionRows)),
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}
