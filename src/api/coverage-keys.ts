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

/** All keys of this process. Equal answers get the same object, so that it can be the key of a map of counts. */
const known = new Map<string, CoverageKey>()

export function findCoverageKey(
  settings: Settings,
  endpoint: Endpoint | undefined,
  status: number,
  details: {
    readonly code?: RefusalCode | undefined
    readonly cases?: readonly CaseName[]
    readonly assumed?: readonly AssumptionName[]
  },
): CoverageKey {
  const { code, cases = [], assumed = [] } = details
  const values = assumed.map((name) => `${name}=${settings[name]}`)
  const id = [endpoint, status, code, ...cases, ...values].join(' ')
  const found = known.get(id)
  if (found) return found
  const headers = {
    ...(status === 200 ? { 'content-type': 'application/json' } : {}),
    ...assumedHeader(assumed),
  }
  const created = {
    endpoint,
    status,
    code,
    cases,
    assumed: assumed.map((name) => ({ name, value: String(settings[name]) })),
    headers,
  }
  known.set(id, created)
  return created
}
