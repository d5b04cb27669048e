import type { Page } from '../contract/fields.js'
import type { AnyRecord } from '../contract/kind.js'

/** A GET request. Rows with the same request share its response. */
export interface ProbeRequest {
  /** `{userId}` stands for the id of the fixture with this name. */
  readonly path: string
  /** The scope whose token is sent. */
  readonly scope?: string | undefined
  /** Whether the token must have no other scope. */
  readonly exactly?: boolean
  /** The header `Authorization`, if no token is sent. */
  readonly authorization?: string
  /** What a successful response contains. */
  readonly response?: string | undefined
  /** The status of a success. @default 200 */
  readonly status?: number | undefined
  /** Whether the pages after this one are read, too. */
  readonly allPages?: boolean
}

export type ListPage = Page<AnyRecord> & { readonly hasMore?: unknown }

/** A response that comes from the API. Its contents are only compared, and never written to a report. */
export interface ProbeAnswer {
  readonly status: number
  readonly mediaType: string
  /** `undefined` without a body. */
  readonly json: unknown
  /** The page in the response, and the ones after it. */
  readonly pages: readonly ListPage[]
  /** The record in the response of an operation that returns one. */
  readonly record: unknown
}

/** The responses, by the request in words. */
export type ProbeAnswers = ReadonlyMap<string, ProbeAnswer>

/** `undefined`: the response does not show it. A value that is no variant is something that the mock cannot do. */
export type Value = string | number | undefined

/** The request, how to read its response, and what it takes to show the value. */
export type Row = readonly [
  request: ProbeRequest | undefined,
  read: (answer: ProbeAnswer, answers: ProbeAnswers) => Value,
  needs?: string,
]

/** Names a request, for example `GET /api/v0/roles without Authorization`. */
export function inWords({ path, scope, exactly, authorization }: ProbeRequest): string {
  if (scope !== undefined) return `GET ${path} with a token for ${scope}${exactly ? ' alone' : ''}`
  return `GET ${path} ${authorization === undefined ? 'without Authorization' : `with "${authorization}"`}`
}

export function readPresence(value: unknown): string {
  return value === undefined ? 'absent' : value === null ? 'null' : 'present'
}

export function readFlag(value: unknown): string {
  return value === undefined ? 'absent' : typeof value === 'boolean' ? 'present' : 'not a boolean'
}

/** For an assumption that no request shows. */
export function unasked(needs: string): Row {
  return [undefined, () => undefined, needs]
}

export function byStatus(request: ProbeRequest): Row {
  return [request, ({ status }) => status]
}
