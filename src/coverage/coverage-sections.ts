import {
  describeOperation,
  undescribedOperations,
  withOrigin,
  type Operation,
} from '../contract/operation.js'
import {
  addUp,
  coverageFigures,
  getNames,
  isCovered,
  type Coverage,
  type CoverageAnswer,
  type CoverageCase,
} from './coverage.js'

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
  /** Who says that the operation exists, if the API specification does not. */
  readonly origin?: string | undefined
  readonly rows: readonly CoverageRow[]
}

/** What a report needs to know of an API. The dashboard has it from the server. */
export interface CoveredApi {
  readonly operations: readonly Pick<Operation, 'id' | 'method' | 'path' | 'origin' | 'described'>[]
  readonly assumptions: { readonly [name: string]: { readonly status: string } }
}

function describeEndpoint({ operations }: CoveredApi, endpoint: string | undefined): string {
  if (endpoint === undefined) return 'No operation'
  if (endpoint === 'token') return 'The token endpoint'
  // A file may be of an API with an extension that this one does not have.
  const found = operations.find(({ id }) => id === endpoint)
  return found ? describeOperation(found) : endpoint
}

function createRow(api: CoveredApi, { operation, status, code, count }: CoverageAnswer): CoverageRow {
  const name = code === undefined ? String(status) : `${status} ${code}`
  return { name, description: describeEndpoint(api, operation), count }
}

function assumptionRows(api: CoveredApi, { assumptions, count }: CoverageAnswer): CoverageRow[] {
  return Object.entries(assumptions).map(([name, value]) => {
    const description = api.assumptions[name]?.status ?? 'not known in this version'
    return { name: `${name}=${value}`, description, count }
  })
}

export function createSections(api: CoveredApi, { answers, cases }: Coverage): CoverageSection[] {
  const known = new Set(cases.map(({ operation, name }) => `${operation} ${name.split(' ').at(-1)}`))
  const others = answers.filter((answer) => {
    return !getNames(answer).some((name) => known.has(`${answer.operation} ${name}`))
  })
  const sections: CoverageSection[] = [
    ...api.operations.map(({ id, origin }) => ({
      kind: 'operation' as const,
      title: describeEndpoint(api, id),
      origin,
      rows: cases.filter(({ operation }) => operation === id),
    })),
    { kind: 'other', title: 'Other responses', rows: addUp(others.map((answer) => createRow(api, answer))) },
    {
      kind: 'assumptions',
      title: 'Assumptions that the responses depend on',
      rows: addUp(answers.flatMap((answer) => assumptionRows(api, answer))),
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

function untestedCases({ title, origin, rows }: CoverageSection): string[] {
  const untested = rows.filter((row) => !isCovered(row)).map(({ name }) => name)
  const summary = `${withOrigin(title, origin)}: ${rows.length - untested.length} of ${rows.length} covered`
  // Without any coverage, the list would only repeat the API.
  const isListed = untested.length > 0 && untested.length < rows.length
  return isListed ? [summary, `  untested: ${untested.join(', ')}`] : [summary]
}

export function formatCoverage(api: CoveredApi, coverage: Coverage): string {
  const ofOperations = createSections(api, coverage).filter(({ kind }) => kind === 'operation')
  return [
    ...ofOperations.flatMap(untestedCases),
    ...undescribedOperations(api.operations),
    '',
    ...coverageFigures(coverage.cases).map(
      ({ of, covered, total, percent }) =>
        `${covered} of ${total} cases${of && ` of ${of}`} covered (${percent}%)`,
    ),
  ].join('\n')
}
