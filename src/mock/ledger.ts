import type { AssumptionName } from '../contract/assumptions.js'
import type { ShapeName } from '../contract/shapes.js'
import type { AnswerFacts, Subject } from '../api/answer-facts.js'

/** How often answers of one kind were given. */
export interface LedgerAnswer {
  /** The operation, or `token` for the token endpoint; nothing where the request went to neither. */
  readonly operation?: Subject
  readonly status: number
  /** The reason of a refusal. */
  readonly code?: string
  readonly count: number
}

/** What a consumer has met of the API: how often each answer, each legal shape, and each guess. Plain JSON. */
export interface Ledger {
  readonly version: 1
  readonly answers: readonly LedgerAnswer[]
  readonly shapes: { readonly [Name in ShapeName]?: number }
  readonly assumptions: { readonly [Name in AssumptionName]?: { readonly [value: string]: number } }
}

/** Mocks announce what they count where the test runner's integration has put a list. */
const REGISTRY = Symbol.for('conmock.ledgers')

interface Registry {
  [REGISTRY]?: (() => Ledger)[]
}

/** Begins a list of every mock that this process makes from now on. */
export function collectLedgers(): readonly (() => Ledger)[] {
  return ((globalThis as Registry)[REGISTRY] ??= [])
}

/** Limit on the facts that are kept. Each `assume()` makes new ones. */
const MAX_KEPT = 1000

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Counts what answers show. */
export class LedgerCounter {
  /** Counted one by one, which is fast, and added to the sums before they are too many. */
  readonly #counts = new Map<AnswerFacts, number>()
  readonly #answers = new Map<string, LedgerAnswer>()
  readonly #shapes = new Map<string, number>()
  readonly #assumptions = new Map<string, Map<string, number>>()

  constructor() {
    ;(globalThis as Registry)[REGISTRY]?.push(() => this.read())
  }

  count(facts: AnswerFacts): void {
    add(this.#counts, facts, 1)
    if (this.#counts.size >= MAX_KEPT) this.#sumUp()
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

/** The same ledger in an order that does not depend on what came first. */
export function sortedLedger({ answers, shapes, assumptions }: Ledger): Ledger {
  const values = Object.entries(assumptions).map(([name, counts]) => [name, sortedObject(counts)] as const)
  return {
    version: 1,
    answers: answers.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    shapes: sortedObject(shapes as Record<string, number>),
    assumptions: sortedObject(Object.fromEntries(values)),
  }
}
