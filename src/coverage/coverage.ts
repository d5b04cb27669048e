import { DataError, InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { operations, type Operation, type OperationId } from '../contract/operations.js'
import { refusalReasons, type RefusalReason } from '../contract/refusal-reasons.js'
import { shapes, type ShapeName } from '../contract/shapes.js'
import { sortedLedger, type Ledger, type LedgerAnswer } from './ledger.js'

/** An answer or a shape of the contract, and how often the consumer has received it. */
export interface CoverageItem {
  /** The operation that returns it. */
  readonly operation: OperationId
  /** `200`, a refusal such as `401 missing_credential`, or the name of a shape. */
  readonly name: string
  /** What it is, for people. */
  readonly description: string
  /** How often the consumer has received it. */
  readonly count: number
}

/** How much of the contract a consumer has received. */
export interface Coverage {
  /** Every answer and shape of the contract. */
  readonly items: readonly CoverageItem[]
  /** Number of items with a count of at least 1. */
  readonly met: number
  /** `met` as a percentage of all items, rounded down. */
  readonly percent: number
}

const commonReasons = (Object.keys(refusalReasons) as RefusalReason[]).filter(
  (reason) => refusalReasons[reason].of === 'every',
)

function countOf(answers: readonly LedgerAnswer[], wanted: (answer: LedgerAnswer) => boolean): number {
  return answers.filter(wanted).reduce((sum, { count }) => sum + count, 0)
}

/**
 * Returns which answers and shapes of the contract a consumer has received.
 *
 * @example
 * expect(coverageOf(mock.ledger()).percent).toBeGreaterThan(80)
 */
export function coverageOf(ledger: Ledger): Coverage {
  const items = Object.values(operations).flatMap(({ id, refusals }: Operation): CoverageItem[] => {
    const own = ledger.answers.filter(({ operation }) => operation === id)
    const ofShapes = (Object.keys(shapes) as ShapeName[]).filter((name) => shapes[name].operation === id)
    return [
      {
        operation: id,
        name: '200',
        description: 'A successful answer',
        count: countOf(own, ({ status, code }) => status < 300 && code === undefined),
      },
      ...[...commonReasons, ...refusals].map((code) => ({
        operation: id,
        name: `${refusalReasons[code].status} ${code}`,
        description: refusalReasons[code].description,
        count: countOf(own, (answer) => answer.code === code),
      })),
      ...ofShapes.map((name) => ({
        operation: id,
        name,
        description: shapes[name].description,
        count: ledger.shapes[name] ?? 0,
      })),
    ]
  })
  const met = items.filter(({ count }) => count > 0).length
  return { items, met, percent: Math.floor((met / items.length) * 100) }
}

/** Adds to a count. A map, because a name in a ledger file may be `__proto__`. */
function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

/** Merges ledgers into one, as if one mock had answered all requests. */
export function mergeLedgers(ledgers: readonly Ledger[]): Ledger {
  const answers = new Map<string, LedgerAnswer>()
  const counts = new Map<string, number>()
  const assumptions = new Map<string, Map<string, number>>()
  for (const ledger of ledgers) {
    for (const answer of ledger.answers) {
      const key = JSON.stringify([answer.operation, answer.status, answer.code])
      answers.set(key, { ...answer, count: answer.count + (answers.get(key)?.count ?? 0) })
    }
    for (const [name, count] of Object.entries(ledger.shapes)) add(counts, name, count)
    for (const [name, values] of Object.entries(ledger.assumptions)) {
      const sums = assumptions.get(name) ?? new Map<string, number>()
      assumptions.set(name, sums)
      for (const [value, count] of Object.entries(values)) add(sums, value, count)
    }
  }
  const values = Array.from(assumptions, ([name, sums]) => [name, Object.fromEntries(sums)] as const)
  return sortedLedger({
    version: 1,
    answers: [...answers.values()],
    shapes: Object.fromEntries(counts),
    assumptions: Object.fromEntries(values),
  })
}

const subjects: ReadonlySet<unknown> = new Set([
  ...Object.values(operations).map(({ id }) => id),
  'token',
  undefined,
])

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function areCounts(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every(isCount)
}

/** Returns what is wrong with an answer of a ledger, or `undefined`. */
function answerProblem(answer: unknown): string | undefined {
  if (!isPlainObject(answer) || !isCount(answer['status']) || !isCount(answer['count'])) {
    return 'expected an object with status and count'
  }
  const { operation, code } = answer
  if (!subjects.has(operation)) return 'expected the id of an operation, "token", or no "operation"'
  return code === undefined || typeof code === 'string' ? undefined : 'expected a string as code'
}

/**
 * Checks that JSON is a ledger, and returns it.
 *
 * @param source Where it comes from, for messages: for example the name of a file.
 * @throws InvalidOptionError If the ledger has another version.
 * @throws DataError If it is not a ledger, with the JSON path of the problem.
 */
export function readLedger(json: unknown, source: string): Ledger {
  const wrong = (path: string, reason: string) => new DataError(source, [{ path, reason }])
  if (!isPlainObject(json)) throw wrong('$', 'expected a ledger (an object)')
  if (json['version'] !== 1) throw new InvalidOptionError(`${source}: not a ledger of version 1`)
  const { answers, assumptions } = json
  if (!Array.isArray(answers)) throw wrong('$.answers', 'expected a list')
  for (const [index, answer] of answers.entries()) {
    const problem = answerProblem(answer)
    if (problem !== undefined) throw wrong(`$.answers[${index}]`, problem)
  }
  if (!areCounts(json['shapes'])) throw wrong('$.shapes', 'expected an object with counts')
  if (!isPlainObject(assumptions) || !Object.values(assumptions).every(areCounts)) {
    throw wrong('$.assumptions', 'expected an object with counts for each value')
  }
  return json as unknown as Ledger
}
