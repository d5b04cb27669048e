import type { AssumptionName } from '../contract/assumptions.js'
import type { ShapeName } from '../contract/shapes.js'
import type { AnswerFacts, Subject } from '../api/answer-facts.js'

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

/** How often a mock has sent each answer and shape, and the assumptions they are based on. Plain JSON. */
export interface Ledger {
  /** Version of the format. */
  readonly version: 1
  /** The answers, by operation, status and code. */
  readonly answers: readonly LedgerAnswer[]
  /** Number of answers with each shape. */
  readonly shapes: { readonly [Name in ShapeName]?: number }
  /** Number of answers that are based on each value of an assumption. */
  readonly assumptions: { readonly [Name in AssumptionName]?: { readonly [value: string]: number } }
}

/** Key of the global list of ledgers. The vitest plugin creates the list, and mocks add themselves to it. */
const REGISTRY = Symbol.for('conmock.ledgers')

interface Registry {
  [REGISTRY]?: (() => Ledger)[]
}

/** Starts a list of the ledgers of all mocks that this process creates from now on. */
export function collectLedgers(): readonly (() => Ledger)[] {
  return ((globalThis as Registry)[REGISTRY] ??= [])
}

/** Maximum number of separate counts. Each `assume()` adds some. */
const MAX_COUNTS = 1000

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Counts the answers of a mock. */
export class LedgerCounter {
  /** Counts by identity, which is fast. They are added to the sums below when there are too many. */
  readonly #counts = new Map<AnswerFacts, number>()
  readonly #answers = new Map<string, LedgerAnswer>()
  readonly #shapes = new Map<string, number>()
  readonly #assumptions = new Map<string, Map<string, number>>()

  constructor() {
    ;(globalThis as Registry)[REGISTRY]?.push(() => this.read())
  }

  count(facts: AnswerFacts): void {
    add(this.#counts, facts, 1)
    if (this.#counts.size >= MAX_COUNTS) this.#sumUp()
  }

  #sumUp(): void {
    for (const [{ subject, status, code, ...shown }, count] of this.#counts) {
      const key = `${subject} ${status} ${code}`
      const before = this.#answers.get(key)?.count ?? 0
      this.#answers.set(key, {
        ...(subject === undefined ? {} : { operation: subject }),
        status,
        ...(code === undefined ? {} : { code }),
        count: before + count,
      })
      for (const shape of shown.shapes) add(this.#shapes, shape, count)
      for (const { name, value } of shown.assumed) {
        const values = this.#assumptions.get(name) ?? new Map<string, number>()
        this.#assumptions.set(name, values)
        add(values, value, count)
      }
    }
    this.#counts.clear()
  }

  read(): Ledger {
    this.#sumUp()
    const assumptions = Array.from(this.#assumptions, ([name, values]) => [name, Object.fromEntries(values)])
    return sortedLedger({
      version: 1,
      answers: [...this.#answers.values()],
      shapes: Object.fromEntries(this.#shapes),
      assumptions: Object.fromEntries(assumptions) as Ledger['assumptions'],
    })
  }
}

function sortedObject<Value>(object: { readonly [name: string]: Value }): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function keyOf({ operation, status, code = '' }: LedgerAnswer): string {
  return `${operation ?? '~'} ${status} ${code}`
}

/** Sorts a ledger, so that equal counts give equal JSON. */
export function sortedLedger({ answers, shapes, assumptions }: Ledger): Ledger {
  const values = Object.entries(assumptions).map(([name, counts]) => [name, sortedObject(counts)] as const)
  return {
    version: 1,
    answers: answers.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    shapes: sortedObject(shapes as Record<string, number>),
    assumptions: sortedObject(Object.fromEntries(values)),
  }
}
