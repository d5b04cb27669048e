import type { CoverageKey } from '../api/coverage-keys.js'
import { createCoverage, type Coverage, type CoverageAnswer } from './coverage.js'

/** Key of the global list of coverages. The vitest plugin creates the list, and mocks add themselves to it. */
const REGISTRY = Symbol.for('conmock.coverage')

interface Registry {
  [REGISTRY]?: (() => Coverage)[]
}

/** Starts a list with the coverage of all mocks that this process creates from now on. */
export function collectCoverage(): readonly (() => Coverage)[] {
  return ((globalThis as Registry)[REGISTRY] ??= [])
}

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
  /** Equal answers share a key, so that counting is one lookup. */
  readonly #counts = new Map<CoverageKey, number>()

  constructor() {
    ;(globalThis as Registry)[REGISTRY]?.push(() => this.read())
  }

  count(key: CoverageKey): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  read(): Coverage {
    return createCoverage(Array.from(this.#counts, ([key, count]) => toCoverageAnswer(key, count)))
  }
}
