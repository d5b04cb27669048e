import type { CoverageKey } from '../api/coverage-keys.js'
import { addUp, createCoverage, type Coverage, type CoverageAnswer } from './coverage.js'

/** Key of the global list of coverages. The vitest plugin creates the list, and mocks add themselves to it. */
const REGISTRY = Symbol.for('conmock.coverage')

interface Registry {
  [REGISTRY]?: (() => Coverage)[]
}

/** Starts a list with the coverage of all mocks that this process creates from now on. */
export function collectCoverage(): readonly (() => Coverage)[] {
  return ((globalThis as Registry)[REGISTRY] ??= [])
}

/** Maximum number of separate counts. Each `assume()` adds some. */
const MAX_COUNTS = 1000

function toCoverageAnswer(
  { endpoint, status, code, cases, assumed }: CoverageKey,
  count: number,
): CoverageAnswer {
  return {
    ...(endpoint === undefined ? {} : { operation: endpoint }),
    status,
    ...(code === undefined ? {} : { code }),
    cases: [...cases],
    assumptions: Object.fromEntries(assumed.map(({ name, value }) => [name, value])),
    count,
  }
}

export class CoverageCounter {
  /** Counts by identity, which is fast. They are added to the sums when there are too many. */
  readonly #counts = new Map<CoverageKey, number>()
  #sums: readonly CoverageAnswer[] = []

  constructor() {
    ;(globalThis as Registry)[REGISTRY]?.push(() => this.read())
  }

  count(key: CoverageKey): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    if (this.#counts.size >= MAX_COUNTS) this.#sumUp()
  }

  #sumUp(): void {
    const answers = Array.from(this.#counts, ([key, count]) => toCoverageAnswer(key, count))
    this.#sums = addUp([...this.#sums, ...answers])
    this.#counts.clear()
  }

  read(): Coverage {
    this.#sumUp()
    return createCoverage(this.#sums)
  }
}
