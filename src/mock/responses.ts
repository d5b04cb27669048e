import * as z from 'zod/mini'
import { toBytes, type Answer } from '../api/answer.js'
import type { Responder } from '../api/responder.js'
import { authenticate } from '../api/authenticate.js'
import type { Credentials } from '../api/credentials.js'
import { issueCursor, readCursor } from '../api/cursor.js'
import { createPage } from '../api/list-pages.js'
import { MAX_LIMIT, parseLimit } from '../api/list-query.js'
import { targetOf } from '../api/match-path.js'
import { invalidCursor, invalidLimit } from '../api/refusal.js'
import { checkOptions, wholeNumber } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { asText } from '../common/text.js'
import type { CompiledApi } from '../contract/compile.js'
import { listSettings } from '../contract/list.js'
import type { Refusal } from '../contract/operation.js'
import { presentCopies } from '../dataset/copies.js'

/** Which page of a list to return. Pass what the request has: the values are checked. */
export interface PageRequest {
  /**
   * The cursor of the request.
   *
   * @default the first page
   */
  readonly nextPage?: unknown
  /**
   * Maximum number of records of the page, from 1 to 1,000, as a number or a text.
   *
   * @default the assumption `roles.pageSize`
   */
  readonly limit?: unknown
}

/** Responses in the form of the API, for custom handlers. @typeParam Scope The scopes that a token may have. */
export interface ResponsesOf<Scope extends string> {
  /**
   * Checks the token of a request like the API.
   *
   * @param scope The scope that the token needs. By default, every valid token is accepted.
   * @returns The response of the API to a missing, invalid, expired or insufficient token. `undefined` if the token is valid.
   * @throws InvalidOptionError For a scope that no token can have. The option `scopes` adds scopes.
   * @example
   * http.get('/api/v0/me', ({ request }) => mock.authorize(request, 'user:read') ?? mock.json({ id: '1' }))
   */
  readonly authorize: (request: Request, scope?: Scope) => Response | undefined
  /**
   * Returns a page of records, with cursors and in the variants of the assumptions for lists. An invalid cursor is answered like
   * an invalid cursor of the API.
   *
   * @example
   * mock.page(mock.users.findMany(), { nextPage: new URL(request.url).searchParams.get('nextPage') })
   */
  readonly page: (records: readonly object[], request?: PageRequest) => Response
  /**
   * Returns an error in the form of the assumption `errors.body`. The request log has its message.
   *
   * @param status From 400 to 599.
   * @throws InvalidOptionError For another status, or without a message.
   * @example
   * mock.error(404, 'No such user')
   */
  readonly error: (status: number, message: string) => Response
  /**
   * Returns JSON. Records of the mock in it get the fields that the assumptions add, such as `isStaff`.
   *
   * @param init Status and headers, as for `Response.json()`.
   * @throws InvalidOptionError If the body is `undefined`.
   * @example
   * mock.json(mock.users.find('1'), { status: 201 })
   */
  readonly json: (body: unknown, init?: ResponseInit) => Response
}

export type Responses = ResponsesOf<string>

const errorSchema = z.object({ status: wholeNumber(400, 599), message: z.string('must be a string') })

/** Their cursors contain the number of records in front of the page. */
const CURSORS = 'custom'

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

/** Returns where the page of a cursor starts, or `undefined` if the cursor is invalid. */
function findStart(cursor: unknown): number | undefined {
  const start = typeof cursor === 'string' ? readCursor(CURSORS, cursor) : undefined
  return start === undefined ? undefined : Number(start)
}

/** With its length, so that a server does not send the body in chunks. */
function withLength(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const bytes = toBytes(body)
  const headers = new Headers(init.headers)
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  headers.set('content-length', String(bytes.length))
  return new Response(bytes, { ...init, headers })
}

/** Creates the responses of a mock. */
export function createResponses(api: CompiledApi, responder: Responder, credentials: Credentials) {
  /** All lists of custom handlers have the form of this list. */
  const list = api.lists[0]?.list
  /** The refusals that became responses, for the request log. */
  const refusals = new WeakMap<Response, Answer>()

  function refuse(refusal: Refusal): Response {
    const answer = responder.refuse(refusal)
    const { status, headers, body } = answer
    const init = { status, headers }
    const response = body === null ? new Response(body, init) : withLength(body, init)
    refusals.set(response, answer)
    return response
  }

  function json(body: unknown, init: ResponseInit = {}): Response {
    const text = JSON.stringify(presentCopies(body, responder.settings)) as string | undefined
    if (text !== undefined) return withLength(text, init)
    throw new InvalidOptionError(
      'mock.json needs a value; for a record that does not exist, return mock.error(404, …)',
    )
  }

  const responses: Responses = {
    authorize({ url, headers }, scope) {
      if (scope !== undefined) credentials.checkScope(scope)
      const { query } = targetOf(url)
      const caller = authenticate(headers.get('authorization'), scope, credentials, query)
      return 'detail' in caller ? refuse(caller) : undefined
    },
    page(records, { nextPage, limit } = {}) {
      const { settings } = responder
      if (list === undefined) throw new InvalidOptionError('mock.page needs an API that has a list')
      const form = listSettings(settings, list)
      const size = isAbsent(limit) ? form.pageSize : parseLimit([asText(limit)])
      if (size === undefined) return refuse(invalidLimit(MAX_LIMIT, list))
      const found = isAbsent(nextPage) ? 0 : findStart(nextPage)
      const invalid = settings['cursor.invalid']
      if (found === undefined && invalid === '400') {
        return refuse(invalidCursor('is not a cursor that this mock issued'))
      }
      const start = found ?? (invalid === 'first-page' ? 0 : records.length)
      const end = start + size
      const cursor = end < records.length ? issueCursor(CURSORS, String(end)) : undefined
      return json(
        createPage(records.slice(start, end), cursor, records.length === 0, form, settings['extras.hasMore']),
      )
    },
    error(status, message) {
      checkOptions(errorSchema, { status, message })
      return refuse({ status, detail: message })
    },
    json,
  }
  return { responses, refusalOf: (response: Response) => refusals.get(response) }
}
