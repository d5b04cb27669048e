import { operations, type Operation, type OperationId } from '../contract/operations.js'
import { refusalReasons, type RefusalReason } from '../contract/refusal-reasons.js'
import type { ShapeName } from '../contract/shapes.js'
import type { Ledger, LedgerAnswer } from './ledger.js'

/** A response or a shape of the API specification, and how often the consumer has received it. */
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

/** How much of the API specification a consumer has received. */
export interface Coverage {
  /** Every response and shape of the API specification. */
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
 * Returns which responses and shapes of the API specification a consumer has received.
 *
 * @example
 * expect(coverageOf(mock.ledger()).percent).toBeGreaterThan(80)
 */
export function coverageOf(ledger: Ledger): Coverage {
  const items = Object.values(operations).flatMap(({ id, refusals, shapes }: Operation): CoverageItem[] => {
    const own = ledger.answers.filter(({ operation }) => operation === id)
    return [
      {
        operation: id,
        name: '200',
        description: 'A successful response',
        count: countOf(own, ({ status, code }) => status < 300 && code === undefined),
      },
      ...[...commonReasons, ...refusals].map((code) => ({
        operation: id,
        name: `${refusalReasons[code].status} ${code}`,
        description: refusalReasons[code].description,
        count: countOf(own, (answer) => answer.code === code),
      })),
      ...Object.entries(shapes).map(([name, description]) => ({
        operation: id,
        name,
        description,
        count: ledger.shapes[name as ShapeName] ?? 0,
      })),
    ]
  })
  const met = items.filter(({ count }) => count > 0).length
  return { items, met, percent: Math.floor((met / items.length) * 100) }
}
