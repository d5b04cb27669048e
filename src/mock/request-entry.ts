import * as z from 'zod/mini'
import type { Answer } from '../api/answer.js'
import { targetOf } from '../api/match-path.js'
import { oneOf } from '../common/check-options.js'
import { deepFreeze } from '../common/freeze.js'
import { operationSchema } from './fault.js'
import { compiled } from '../contract/compile.js'

/** The names of an API that are in an entry. */
interface EntryNames {
  readonly operation: string
  readonly code: string
  readonly case: string
  /** The scopes that a token may have. */
  readonly tokenScope: string
}

/** A request that the mock answered, and the reason for its answer. @typeParam Names The names of the API. */
export interface RequestEntryOf<Names extends EntryNames> {
  /** Number of the entry in this mock, from 1. */
  readonly id: number
  /** When the request arrived, in milliseconds since 1970, by the clock of the machine. */
  readonly time: number
  /** Method of the request. `-` for a note of conmock. */
  readonly method: string
  /** Path of the request without the query. `-` for a note of conmock. */
  readonly path: string
  /**
   * Query parameters by name. All values except `nextPage` are hidden as `…`. Repeated values are joined with commas.
   *
   * They are hidden because they may contain a token: `{ nextPage: 'abc', limit: '…' }`.
   */
  readonly query: Readonly<Record<string, string>>
  /**
   * The operation: its name, `token`, or a custom handler, such as `GET /events/:id`. `undefined` for other paths.
   */
  readonly operation: Names['operation'] | undefined
  /** Status of the response. 0 if a disconnect or a fault prevented it. */
  readonly status: number
  /** Milliseconds until the response was ready. */
  readonly durationMs: number
  /**
   * The token: a built-in or issued token itself, `custom token 1` for the first of the option `tokens`, or `unknown`. `undefined`
   * without a token.
   *
   * A custom token may be a real one, so it is never shown.
   */
  readonly token: string | undefined
  /** Scopes of the token. */
  readonly scopes: readonly Names['tokenScope'][]
  /** Why the request was refused: `code`, `detail` and `hint`. Otherwise `undefined`. */
  readonly refusal:
    | {
        /** The machine-readable reason: the `code` of the response. */
        readonly code: Names['code'] | undefined
        /** What is wrong. */
        readonly detail: string
        /** How to fix the request. */
        readonly hint: string | undefined
      }
    | undefined
  /** A note, for example about ignored query parameters. */
  readonly note: string | undefined
  /** Assumptions that the response depends on: `roles.pageSize=100`. */
  readonly assumed: readonly string[]
  /** Cases that the body shows, such as `roles.page.last`. */
  readonly cases: readonly Names['case'][]
  /** Faults that changed the response: `status=503`. */
  readonly fault: string | undefined
  /** Name of the sandbox, or `default`. */
  readonly sandbox: string
}

export interface RequestEntry extends RequestEntryOf<EntryNames> {}

/** For conditions: the values that the members of an entry may have. */
export const requestEntrySchema = compiled(
  (api): z.ZodMiniObject<{ readonly [Name in keyof RequestEntry]-?: z.ZodMiniType }> =>
    z.object({
      id: z.number(),
      time: z.number(),
      method: z.string(),
      path: z.string(),
      query: z.record(z.string(), z.optional(z.string())),
      operation: z.optional(operationSchema(api)),
      status: z.number(),
      durationMs: z.number(),
      token: z.optional(z.string()),
      scopes: z.array(z.string()),
      refusal: z.optional(
        z.object({
          code: z.optional(oneOf(api.refusalCodes)),
          detail: z.string(),
          hint: z.optional(z.string()),
        }),
      ),
      note: z.optional(z.string()),
      assumed: z.array(z.string()),
      cases: z.array(oneOf(api.caseNames)),
      fault: z.optional(z.string()),
      sandbox: z.string(),
    }),
)

function parseQuery(query: string): Record<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}

/** A request as the request log stores it. */
export interface KeptRequest extends Pick<RequestEntry, 'id' | 'time' | 'durationMs' | 'method' | 'sandbox'> {
  /** The URL, without secrets. `-` for a note. */
  readonly url: string
  answer: Answer
  /** Only made when it is read. */
  entry?: RequestEntry
}

export function getEntry(kept: KeptRequest): RequestEntry {
  if (kept.entry) return kept.entry
  const { id, time, durationMs, method, sandbox, url, answer } = kept
  const { status, refusal, hint, note, fault, caller, operation, coverageKey } = answer
  const { path, query } = url === '-' ? { path: '-', query: '' } : targetOf(url)
  return (kept.entry = deepFreeze({
    id,
    time,
    method,
    path,
    query: query === '' ? {} : parseQuery(query),
    operation: operation ?? coverageKey?.endpoint,
    status,
    durationMs,
    token: caller?.name,
    scopes: [...(caller?.scopes ?? [])],
    refusal: refusal === undefined ? undefined : { code: coverageKey?.code, detail: refusal, hint },
    note,
    assumed: coverageKey?.assumed.map(({ name, value }) => `${name}=${value}`) ?? [],
    cases: [...(coverageKey?.cases ?? [])],
    fault,
    sandbox,
  }))
}
