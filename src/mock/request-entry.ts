import type { SendFailure } from '../api/answer.js'
import type { CoverageKey } from '../api/coverage-keys.js'
import type { Caller } from '../api/credentials.js'
import { type OperationName, targetOf } from '../api/match-path.js'
import { memoize } from '../common/memoize.js'
import type { CaseName } from '../contract/operations.js'
import type { RefusalCode } from '../contract/refusal-reasons.js'
import type { ServiceScope } from '../contract/scopes.js'
import type { KeptResponse } from './sent-response.js'

/** A request that the mock answered, and the reason for its answer. */
export interface RequestEntry {
  /** Number of the entry in this mock, from 1. */
  readonly id: number
  /** When the request arrived, in milliseconds since 1970. It is the time of the machine, not of the mock's clock. */
  readonly time: number
  /** Method of the request. `-` for a note of conmock. */
  readonly method: string
  /** Path of the request without the query. `-` for a note of conmock. */
  readonly path: string
  /**
   * Query parameters by name: `{ nextPage: 'abc', limit: '…' }`. All values except the cursor `nextPage` are hidden as `…`,
   * because they may contain a token. Repeated values are joined with commas.
   */
  readonly query: Readonly<Record<string, string>>
  /**
   * The operation that the request was for, `token` for the token endpoint, or the method and path of a custom handler, such as
   * `GET /api/v0/users/:id`. `undefined` for other paths.
   */
  readonly operation: OperationName | undefined
  /** Status of the response. 0 if there was no response: the client disconnected, or a fault prevented it. */
  readonly status: number
  /** Milliseconds from the arrival of the request until the answer was ready to be sent. */
  readonly durationMs: number
  /**
   * The token of the request: a built-in or issued token itself, `custom token 1` for the first token of the option `tokens`
   * (which may be a real one), or `unknown`. `undefined` if the request had no token.
   */
  readonly token: string | undefined
  /** Scopes of the token. */
  readonly scopes: readonly ServiceScope[]
  /** Why the request was refused: its `code`, `detail` and `hint`. `undefined` if it was not refused. */
  readonly refusal:
    | {
        /** The machine-readable reason: the `code` of the response. */
        readonly code: RefusalCode | undefined
        /** What is wrong. */
        readonly detail: string
        /** How to fix the request. */
        readonly hint: string | undefined
      }
    | undefined
  /** A note for the developer, for example about ignored query parameters. */
  readonly note: string | undefined
  /** The assumptions that the response depends on, with their values: `roles.pageSize=100`. */
  readonly assumed: readonly string[]
  /** The cases that the body of the response shows, for example `roles.page.last`. */
  readonly cases: readonly CaseName[]
  /** The faults that changed the response, as in the header `Conmock-Fault`: `status=503`. */
  readonly fault: string | undefined
  /** Name of the sandbox that answered. `default` if the request named no sandbox. */
  readonly sandbox: string
}

/** The parts of an answer that the request log keeps. */
export interface AnswerDetails extends KeptResponse {
  readonly status: number
  readonly refusal?: string | undefined
  readonly hint?: string | undefined
  readonly note?: string | undefined
  readonly fault?: string | undefined
  readonly caller?: Caller | undefined
  /** The operation of a custom handler. */
  readonly operation?: OperationName | undefined
  readonly coverageKey?: CoverageKey | undefined
  readonly failure?: SendFailure | undefined
}

/**
 * A request and its answer as the request log stores them. Texts are only created when the request log is read. The request log
 * overwrites its oldest entry, because a new object for each request would have to be garbage-collected.
 */
export class StoredEntry {
  id = 0
  time = 0
  durationMs = 0
  method = '-'
  /** The URL without secrets (see `withoutSecrets`). */
  url = '-'
  status = 0
  refusal: string | undefined
  hint: string | undefined
  note: string | undefined
  fault: string | undefined
  token: string | undefined
  scopes: readonly ServiceScope[] | undefined
  operation: OperationName | undefined
  coverageKey: CoverageKey | undefined
  headers: KeptResponse['headers']
  body: KeptResponse['body']
  omission: KeptResponse['omission']
}

const HIDDEN = '…'

/** Removes everything from a URL that may be a secret: credentials, the fragment, and all query values except the cursor. */
export const withoutSecrets = memoize((url) => {
  if (!/[?#@]/.test(url)) return url
  const { path, query } = targetOf(url)
  if (query === '') return `http://localhost${path}`
  const parameters = query.split('&').map((parameter) => {
    const [name = '', value] = parameter.split(/=(.*)/s)
    if (name === 'nextPage') return parameter
    return value === undefined ? HIDDEN : `${name}=${HIDDEN}`
  })
  return `http://localhost${path}?${parameters.join('&')}`
})

function parseQuery(query: string): Record<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}

/** Formats a stored entry for readers. */
export function toRequestEntry(stored: StoredEntry, sandbox: string): RequestEntry {
  const { id, time, durationMs, method, url, status, refusal, hint, note, fault, coverageKey } = stored
  const { path, query } = url === '-' ? { path: '-', query: '' } : targetOf(url)
  return {
    id,
    time,
    method,
    path,
    query: parseQuery(query),
    operation: stored.operation ?? coverageKey?.endpoint,
    status,
    durationMs,
    token: stored.token,
    scopes: [...(stored.scopes ?? [])],
    refusal: refusal === undefined ? undefined : { code: coverageKey?.code, detail: refusal, hint },
    note,
    assumed: coverageKey?.assumed.map(({ name, value }) => `${name}=${value}`) ?? [],
    cases: [...(coverageKey?.cases ?? [])],
    fault,
    sandbox,
  }
}
