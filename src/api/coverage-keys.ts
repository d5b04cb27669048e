import { isSpecified, type AssumptionName, type Settings } from '../contract/settings.js'
import type { CaseName } from '../convention/operations.js'
import type { RefusalCode } from '../contract/refusal-reasons.js'
import type { Endpoint } from './match-path.js'

/** What distinguishes an answer from others that are counted separately. The request log shows it, too. */
export interface CoverageKey {
  /** `undefined` if the path is unknown. */
  readonly endpoint: Endpoint | undefined
  readonly status: number
  readonly code: RefusalCode | undefined
  readonly cases: readonly CaseName[]
  /** The assumptions that the answer depends on, and their values. */
  readonly assumed: readonly {
    readonly name: AssumptionName
    readonly value: string
  }[]
  /** The headers that answers with this key share: with the same object, the server writes them faster. */
  readonly headers: Readonly<Record<string, string>>
}

function assumedHeader(assumed: readonly AssumptionName[]): Readonly<Record<string, string>> {
  const names = assumed.filter((name) => !isSpecified(name))
  return names.length === 0 ? {} : { 'conmock-assumed': names.join(', ') }
}

/** Interned: equal answers get the same object, so that it can be the key of a map of counts. */
export class CoverageKeys {
  readonly #settings: Settings
  readonly #known = new Map<string, CoverageKey>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  get(
    endpoint: Endpoint | undefined,
    status: number,
    details: {
      readonly code?: RefusalCode | undefined
      readonly cases?: readonly CaseName[]
      readonly assumed?: readonly AssumptionName[]
    },
  ): CoverageKey {
    const { code, cases = [], assumed = [] } = details
    const key = [endpoint, status, code, cases.join(' '), assumed.join(' ')].join('|')
    const known = this.#known.get(key)
    if (known) return known
    const created = {
      endpoint,
      status,
      code,
      cases,
      assumed: assumed.map((name) => ({
        name,
        value: String(this.#settings[name]),
      })),
      headers: {
        ...(status === 200 ? { 'content-type': 'application/json' } : {}),
        ...assumedHeader(assumed),
      },
    }
    this.#known.set(key, created)
    return created
  }
}
