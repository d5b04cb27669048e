import type { CompiledApi } from '../contract/compile.js'
import { listNames } from '../common/text.js'
import { generalReasons } from '../contract/refusal-reasons.js'

/** The types of an API in its coverage. */
interface CoverageTypes {
  readonly operationId: string
  readonly assumption: string
  readonly coverageAnswer: object
  readonly coverageCase: object
}

/**
 * An answer of the API that clients have received, and how often. Answers that differ in one of the fields are counted
 * separately. Those that a fault has changed, those to HEAD, and those of custom handlers are not counted.
 */
export interface CoverageAnswerOf<Types extends Pick<CoverageTypes, 'operationId' | 'assumption'>> {
  /** The operation, or `token` for the token endpoint. Absent if the path is unknown. */
  readonly operation?: Types['operationId'] | 'token' | undefined
  /** The HTTP status. */
  readonly status: number
  /** The reason of a refusal. */
  readonly code?: string | undefined
  /** The cases that the body shows, for example `roles.page.last`. */
  readonly cases: readonly string[]
  /** The assumptions that the answer depends on, with their values. */
  readonly assumptions: { readonly [Name in Types['assumption']]?: string }
  /** How often it was sent. */
  readonly count: number
}

/** A case of the API: one thing that a client can receive. */
export interface CoverageCaseOf<Types extends Pick<CoverageTypes, 'operationId'>> {
  /** The operation that returns it. */
  readonly operation: Types['operationId']
  /** Who says that the operation exists, if the API specification does not: `yours`. */
  readonly origin?: string | undefined
  /** `200`, a refusal such as `401 missing_credential`, or what the body shows, such as `roles.page.last`. */
  readonly name: string
  /** What it is, human-readable. */
  readonly description: string
  /** How often clients have received it. 0 if it is untested. */
  readonly count: number
}

/** Which cases of the API clients have received. Plain JSON. */
export interface CoverageOf<Types extends CoverageTypes> {
  /** Version of the format. */
  readonly version: 1
  /** In a file: all tests ran, and passed. Absent if the writer cannot know this. */
  readonly complete?: true | undefined
  /** All answers of the API that were sent. */
  readonly answers: readonly Types['coverageAnswer'][]
  /** Every case of the API. */
  readonly cases: readonly Types['coverageCase'][]
  /** Number of covered cases of the API specification as a percentage of all of them, rounded down. */
  readonly percent: number
  /** Like `percent`, for the operations that `extend` adds. Absent without such operations. */
  readonly ownPercent?: number | undefined
}

/** The types of the coverage of any API. */
interface AnyCoverageTypes {
  readonly operationId: string
  readonly assumption: string
  readonly coverageAnswer: CoverageAnswer
  readonly coverageCase: CoverageCase
}

export interface CoverageAnswer extends CoverageAnswerOf<AnyCoverageTypes> {}

export interface CoverageCase extends CoverageCaseOf<AnyCoverageTypes> {}

export interface Coverage extends CoverageOf<AnyCoverageTypes> {}

/** Adds up equal answers or rows. The result is sorted, so that equal counts give equal JSON. */
export function addUp<Counted extends { readonly count: number }>(all: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted>()
  for (const each of all) {
    const key = JSON.stringify({ ...each, count: undefined })
    sums.set(key, { ...each, count: each.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/** Returns the names of the cases that an answer covers. For refusals, it is the code: assumptions may change the status. */
export function getNames({ status, code, cases }: CoverageAnswer): readonly string[] {
  if (code !== undefined) return [code]
  return status < 300 ? [String(status), ...cases] : cases
}

function getCases(api: CompiledApi, answers: readonly CoverageAnswer[]): CoverageCase[] {
  const counts = new Map<string, number>()
  for (const answer of answers) {
    for (const name of getNames(answer)) {
      const key = `${answer.operation} ${name}`
      counts.set(key, answer.count + (counts.get(key) ?? 0))
    }
  }
  return api.operations.flatMap(({ id, status = 200, replies = [], refusals, cases, origin }) => {
    const reasons = Object.entries({ ...generalReasons, ...refusals }).map(
      ([code, reason]) => [code, reason.description, reason.status] as const,
    )
    const successes = [status, ...replies].map((each) => [String(each), 'A successful response'] as const)
    const all = [...successes, ...reasons, ...Object.entries(cases)]
    return all.map(([name, description, refused]) => ({
      operation: id,
      ...(origin !== undefined && { origin }),
      name: refused === undefined ? name : `${refused} ${name}`,
      description,
      count: counts.get(`${id} ${name}`) ?? 0,
    }))
  })
}

/** Says which operations of answers an API does not have. Most often, somebody has forgotten its extension. */
export function describeUnknown(
  { endpoints }: CompiledApi,
  answers: readonly (Pick<CoverageAnswer, 'operation'> | null)[],
): string | undefined {
  const names = answers.flatMap((answer) => answer?.operation ?? [])
  const unknown = [...new Set(names)].filter((name) => !endpoints.includes(name))
  return unknown.length === 0
    ? undefined
    : `unknown operations: ${listNames(unknown)}; if they are your own, set "extend" in the configuration file or the plugin, or use --extend FILE`
}

export function isCovered({ count }: { readonly count: number }): boolean {
  return count > 0
}

function percentOf(cases: readonly CoverageCase[]): number {
  return Math.floor((cases.filter(isCovered).length / cases.length) * 100)
}

/** How many of the cases of some operations are covered. */
export interface CoverageFigure {
  /** The operations: empty for those of the API specification. */
  readonly of: '' | `${string} operations`
  readonly covered: number
  readonly total: number
  /** Rounded down. */
  readonly percent: number
}

/** Returns the figures of a coverage: first that of the API specification, then one for each origin of other operations. */
export function coverageFigures(all: readonly CoverageCase[]): CoverageFigure[] {
  const origins = [undefined, ...new Set(all.flatMap(({ origin }) => origin ?? []))]
  return origins.map((origin) => {
    const cases = all.filter((each) => each.origin === origin)
    return {
      of: origin === undefined ? '' : `${origin === 'yours' ? 'your' : origin} operations`,
      covered: cases.filter(isCovered).length,
      total: cases.length,
      percent: percentOf(cases),
    }
  })
}

/** Returns the coverage of answers, for example of several mocks. Equal ones are added up. */
export function createCoverage(api: CompiledApi, sent: readonly CoverageAnswer[]): Coverage {
  const answers = addUp(sent)
  const cases = getCases(api, answers)
  const own = cases.filter(({ origin }) => origin !== undefined)
  const percent = percentOf(cases.filter(({ origin }) => origin === undefined))
  return { version: 1, answers, cases, percent, ...(own.length > 0 && { ownPercent: percentOf(own) }) }
}
