import type { AnswerFacts } from '../api/answer-facts.js'
import { LedgerSum, type Ledger } from './ledger.js'

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

/** Counts the answers of a mock. */
export class LedgerCounter {
  /** Counts by identity, which is fast. They are added to the sum when there are too many. */
  readonly #counts = new Map<AnswerFacts, number>()
  readonly #sum = new LedgerSum()

  constructor() {
    ;(globalThis as Registry)[REGISTRY]?.push(() => this.read())
  }

  count(facts: AnswerFacts): void {
    this.#counts.set(facts, (this.#counts.get(facts) ?? 0) + 1)
    if (this.#counts.size >= MAX_COUNTS) this.#sumUp()
  }

  #sumUp(): void {
    for (const [{ subject, status, code, shapes, assumed }, count] of this.#counts) {
      this.#sum.addAnswer({
        ...(subject === undefined ? {} : { operation: subject }),
        status,
        ...(code === undefined ? {} : { code }),
        count,
      })
      for (const shape of shapes) this.#sum.addShape(shape, count)
      for (const { name, value } of assumed) this.#sum.addAssumption(name, value, count)
    }
    this.#counts.clear()
  }

  read(): Ledger {
    this.#sumUp()
    return this.#sum.read()
  }
}
