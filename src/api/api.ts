import type { Settings } from '../contract/assumptions.js'
import type { Answer } from './answer.js'
import { authenticate } from './authenticate.js'
import { VolunteerRecords } from './get-volunteer.js'
import { RolePages } from './list-roles.js'
import { matchPath, nearestOperation, type PathMatch } from './match-path.js'
import type { ApiData, ApiTokens } from './ports.js'
import {
  malformedPath,
  methodNotAllowed,
  ourBug,
  trailingSlash,
  unknownPath,
  type Refusal,
} from './refusal.js'
import { targetOf, type Target } from './target.js'
import { writeRefusal } from './write-refusal.js'

/** The part of a request that the API looks at. Both operations take no body. */
export interface ApiRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: { get(name: string): string | null }
}

const success = { 'content-type': 'application/json' } as const

function withoutBody(answer: Answer): Answer {
  if (answer.body === null) return answer
  const length = new TextEncoder().encode(answer.body).length
  return { ...answer, headers: { ...answer.headers, 'content-length': String(length) }, body: null }
}

/** The whole API over one dataset: what it answers to a request, at once. It never throws. */
export class Api {
  readonly #settings: Settings
  readonly #tokens: ApiTokens
  readonly #roles: RolePages
  readonly #volunteers: VolunteerRecords
  readonly #status: number

  constructor(data: ApiData, tokens: ApiTokens, settings: Settings) {
    this.#settings = settings
    this.#tokens = tokens
    this.#roles = new RolePages(data, settings)
    this.#volunteers = new VolunteerRecords(data, settings)
    this.#status = Number(settings['success.status'])
  }

  /**
   * Answers a request.
   *
   * @param basePath A prefix of the path that is not the API's, such as `/service` for `/service/api/v0/roles`.
   */
  answer(request: ApiRequest, basePath = ''): Answer {
    let answer: Answer
    try {
      answer = this.#answer(request, basePath)
    } catch (error) {
      answer = {
        ...writeRefusal(ourBug(), this.#settings),
        refusal: `bug in conmock: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      }
    }
    return request.method === 'HEAD' ? withoutBody(answer) : answer
  }

  /** A refusal that a transport has to give for itself, in the form of all others. */
  refuse(refusal: Refusal): Answer {
    return writeRefusal(refusal, this.#settings)
  }

  #answer(request: ApiRequest, basePath: string): Answer {
    const { path: fullPath, query } = targetOf(request.url)
    const path = fullPath.startsWith(`${basePath}/`) ? fullPath.slice(basePath.length) : fullPath
    const match = matchPath(path)
    if (match.kind === 'unknown')
      return this.refuse(unknownPath(request.method, path, nearestOperation(path)))
    const refusal = this.#refusalOf(request, match, { path, query })
    if (refusal) return this.refuse(refusal)
    if (match.kind === 'operation' && match.operation.id === 'getVolunteer') {
      return this.#succeed(this.#volunteers.answer(match.id))
    }
    return this.#succeed(this.#roles.answer(query), query === '' ? undefined : this.#roles.ignored(query))
  }

  /** The answer with a body, unless it is a refusal. */
  #succeed(body: string | Refusal, note?: string): Answer {
    if (typeof body !== 'string') return this.refuse(body)
    const answer = { status: this.#status, headers: success, body }
    return note === undefined ? answer : { ...answer, note }
  }

  /** What stands between a request on a known path and its answer: the path's form, the method, the credential. */
  #refusalOf(
    request: ApiRequest,
    match: Exclude<PathMatch, { kind: 'unknown' }>,
    { path, query }: Target,
  ): Refusal | undefined {
    const { operation } = match
    if (match.kind === 'malformed') return malformedPath(operation)
    if (match.trailingSlash && this.#settings['path.trailingSlash'] === '404') return trailingSlash(operation)
    if (request.method !== operation.method && request.method !== 'HEAD') {
      return this.#settings['method.notAllowed'] === '405'
        ? methodNotAllowed(request.method, operation)
        : { ...unknownPath(request.method, path, operation), assumption: 'method.notAllowed' }
    }
    return authenticate(request.headers.get('authorization'), operation.scope, this.#tokens, query)
  }
}
