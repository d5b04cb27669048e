import type { AssumptionName } from '../contract/assumptions.js'
import type { ShapeName } from '../contract/shapes.js'
import type { Subject } from '../api/answer-facts.js'

/** How often the mock has sent an answer. */
export interface LedgerAnswer {
  /** The operation, or `token` for the token endpoint. Absent if the path is unknown. */
  readonly operation?: Subject
  /** The HTTP status. */
  readonly status: number
  /** The reason of a refusal. */
  readonly code?: string
  /** How often it was sent. */
  readonly count: number
}

/** How often a mock has sent each answer and shape, and the assumptions that they depend on. Plain JSON. */
export interface Ledger {
  /** Version of the format. */
  readonly version: 1
  /** The answers, by operation, status and code. */
  readonly answers: readonly LedgerAnswer[]
  /** Number of answers with each shape. */
  readonly shapes: { readonly [Name in ShapeName]?: number }
  /** Number of answers that depend on each value of an assumption. */
  readonly assumptions: { readonly [Name in AssumptionName]?: { readonly [value: string]: number } }
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

function sortedObject<Value>(entries: Iterable<readonly [string, Value]>): { [name: string]: Value } {
  return Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function keyOf({ operation, status, code = '' }: LedgerAnswer): string {
  return `${operation ?? '~'} ${status} ${code}`
}

/** Adds up counts. Uses maps, because a name in a ledger file may be `__proto__`. */
export class LedgerSum {
  readonly #answers = new Map<string, LedgerAnswer>()
  readonly #shapes = new Map<string, number>()
  readonly #assumptions = new Map<string, Map<string, number>>()

  addAnswer(answer: LedgerAnswer): void {
    const key = JSON.stringify([answer.operation, answer.status, answer.code])
    this.#answers.set(key, { ...answer, count: answer.count + (this.#answers.get(key)?.count ?? 0) })
  }

  addShape(name: string, count: number): void {
    add(this.#shapes, name, count)
  }

  addAssumption(name: string, value: string, count: number): void {
    const values = this.#assumptions.get(name) ?? new Map<string, number>()
    this.#assumptions.set(name, values)
    add(values, value, count)
  }

  /** Returns the sum. It is sorted, so that equal counts give equal JSON. */
  read(): Ledger {
    const assumptions = Array.from(
      this.#assumptions,
      ([name, values]) => [name, sortedObject(values)] as const,
    )
    return {
      version: 1,
      answers: [...this.#answers.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
      shapes: sortedObject(this.#shapes),
      assumptions: sortedObject(assumptions),
    }
  }
}

/** Merges ledgers into one, as if one mock had answered all requests. */
export function mergeLedgers(ledgers: readonly Ledger[]): Ledger {
  const sum = new LedgerSum()
  for (const { answers, shapes, assumptions } of ledgers) {
    for (const answer of answers) sum.addAnswer(answer)
    for (const [name, count] of Object.entries(shapes)) sum.addShape(name, count)
    for (const [name, values] of Object.entries(assumptions)) {
      for (const [value, count] of Object.entries(values)) sum.addAssumption(name, value, count)
    }
  }
  return sum.read()
}
