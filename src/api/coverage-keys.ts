import { compiled, type CompiledApi } from '../contract/compile.js'
import type { Settings } from '../contract/assumption.js'

/** What distinguishes an answer from others that are counted separately. The request log shows it, too. */
export interface CoverageKey {
  /** `undefined` if the path is unknown. */
  readonly endpoint: string | undefined
  readonly status: number
  readonly code: string | undefined
  readonly cases: readonly string[]
  /** The assumptions that the answer depends on, and their values. */
  readonly assumed: readonly {
    readonly name: string
    readonly value: string
  }[]
  /** The headers that answers with this key share: with the same object, the server writes them faster. */
  readonly headers: Readonly<Record<string, string>>
}

/** All keys of an API. Equal answers get the same object, so that it can be the key of a map of counts. */
const keys = compiled(() => new Map<string, CoverageKey>())

export function findCoverageKey(
  api: CompiledApi,
  settings: Settings,
  endpoint: string | undefined,
  status: number,
  details: {
    readonly code?: string | undefined
    readonly cases?: readonly string[]
    readonly assumed?: readonly string[]
    /** Whether the answer has a body. */
    readonly hasBody?: boolean
  },
): CoverageKey {
  const { code, cases = [], assumed = [], hasBody = status === 200 } = details
  const values = assumed.map((name) => `${name}=${settings[name]}`)
  const id = [endpoint, status, code, ...cases, ...values].join(' ')
  const known = keys(api)
  const found = known.get(id)
  if (found) return found
  const open = assumed.filter((name) => !api.specifiedNames.includes(name))
  const headers = {
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(open.length === 0 ? {} : { 'conmock-assumed': open.join(', ') }),
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
