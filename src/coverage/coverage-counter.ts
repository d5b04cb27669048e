import type { CoverageKey } from '../api/answer.js'
import type { CompiledApi } from '../contract/compile.js'
import { createCoverage, type Coverage, type CoverageAnswer } from './coverage.js'

/** Key of the global list of coverages. The vitest plugin creates the list, and mocks add themselves to it. */
const REGISTRY = Symbol.for('conmock.coverage')

/** The coverage of a mock, and the title of its API. A process may have mocks of several APIs. */
interface Collected {
  readonly title: string
  readonly read: () => Coverage
}

interface Registry {
  [REGISTRY]?: Collected[]
}

/** What the mocks of each API have sent, by its title. */
export type CollectedAnswers = { readonly [title: string]: readonly CoverageAnswer[] }

/** Starts to collect the coverage of all mocks that this process creates from now on. Returns a function that reads it. */
export function collectCoverage(): () => CollectedAnswers {
  const all = ((globalThis as Registry)[REGISTRY] ??= [])
  return () => {
    const titles = [...new Set(all.map(({ title }) => title))]
    const answers = titles.map((title) => {
      const own = all.filter((each) => each.title === title)
      return [title, own.flatMap(({ read }) => read().answers)] as const
    })
    return Object.fromEntries(answers)
  }
}

export class CoverageCounter {
  /** Equal answers share a key, so that counting is one lookup. */
  readonly #counts = new Map<CoverageKey, number>()
  readonly #api: CompiledApi

  constructor(api: CompiledApi) {
    this.#api = api
    ;(globalThis as Registry)[REGISTRY]?.push({ title: api.title, read: () => this.read() })
  }

  count(key: CoverageKey): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  read(): Coverage {
    const answers = Array.from(this.#counts, ([{ endpoint, status, code, cases, assumed }, count]) => ({
      ...(endpoint === undefined ? {} : { operation: endpoint }),
      status,
      ...(code === undefined ? {} : { code }),
      cases: [...cases],
      assumptions: Object.fromEntries(assumed.map(({ name, value }) => [name, value])),
      count,
    }))
    return createCoverage(this.#api, answers)
  }
}
