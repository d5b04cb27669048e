import type { Settings } from '../contract/assumptions.js'
import type { Answer } from './answer.js'
import { authenticate } from './authenticate.js'
import { Exercises, type Exercise, type HeaderPlan, type Subject } from './exercise.js'
import { VolunteerRecords } from './get-volunteer.js'
import { RolePages, type Written } from './list-roles.js'
import { isBelowApi, matchPath, nearestOperation, type PathMatch } from './match-path.js'
import type { Credentials } from './credentials.js'
import type { ApiData } from './ports.js'
import type { RateLimiter } from './rate-limiter.js'
import {
  asAssumed,
  malformedPath,
  methodNotAllowed,
  notSpecified,
  ourBug,
  rateLimited,
  trailingSlash,
  unknownPath,
  type Refusal,
} from './refusal.js'
import { targetOf, type Target } from './target.js'
import { answerTokenRequest, TOKEN_PATH, type TokenClients } from './token-endpoint.js'
import { writeRefusal } from './write-refusal.js'

/** The status of every success (RFC 9110 §15.3.1). */
const OK = 200

/** The part of a request that the API looks at. */
export interface ApiRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: { get(name: string): string | null }
}

/** What the API is made over. */
export interface ApiParts {
  readonly data: ApiData
  readonly tokens: Pick<Credentials, 'lookup' | 'example'>
  readonly clients: TokenClients
  readonly settings: Settings
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
  /** Counts the requests, where there is a limit. */
  readonly limiter: RateLimiter | undefined
  /** What the answers say of the assumptions that they rest on. */
  readonly header: HeaderPlan
}

/** The API's own part of a path; one without the prefix is taken as it is. */
function pathBelow(path: string, basePath: string): string {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
}

function withoutBody(answer: Answer): Answer {
  if (answer.body === null) return answer
  const { body } = answer
  const { length } = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return { ...answer, headers: { ...answer.headers, 'content-length': String(length) }, body: null }
}

/** The whole API over one dataset: what it answers to a request, at once. It never throws. */
export class Api {
  readonly #settings: Settings
  readonly #parts: ApiParts
  readonly #exercises: Exercises
  readonly #roles: RolePages
  readonly #volunteers: VolunteerRecords
  /** The headers of successful answers; the same object for those that are alike. */
  readonly #headers = new Map<Exercise, Readonly<Record<string, string>>>()
  /** What bodies show; they are kept, and so is this. */
  readonly #shown = new WeakMap<Written, Exercise>()

  constructor(parts: ApiParts) {
    const { data, settings, now } = parts
    this.#parts = parts
    this.#settings = settings
    this.#exercises = new Exercises(settings, parts.header)
    this.#roles = new RolePages(data, settings, now)
    this.#volunteers = new VolunteerRecords(data, settings)
  }

  /** Whether a request goes to the token endpoint, and so must be answered by `answerToken`. */
  isTokenRequest(url: string, basePath = ''): boolean {
    return this.#settings['token.endpoint'] === 'on' && pathBelow(targetOf(url).path, basePath) === TOKEN_PATH
  }

  /**
   * Answers a request.
   *
   * @param basePath A prefix of the path that is not the API's, such as `/service` for `/service/api/v0/roles`.
   */
  answer(request: ApiRequest, basePath = ''): Answer {
    const answer = this.#safely(() => this.#answer(request, basePath))
    return request.method === 'HEAD' ? withoutBody(answer) : answer
  }

  /** Answers a request to the token endpoint. @param form Its body; nothing when it is too long. */
  answerToken(request: ApiRequest, form: string | undefined): Answer {
    const answer = this.#safely(() => {
      const limited = this.#limited()
      if (limited) return this.refuse(limited, 'token')
      const { method, headers } = request
      const scopesToGrant = this.#settings['token.scopes']
      const given = answerTokenRequest({ method, headers, form }, this.#parts.clients, scopesToGrant)
      const { status, code, refusal, assumed } = given
      const about = { assumed, ...(code === undefined ? {} : { code }) }
      const exercise = this.#exercises.of('token', status, about)
      return {
        status,
        body: given.body,
        headers: { ...given.headers, ...this.#headerOf(exercise) },
        exercise,
        ...(refusal === undefined ? {} : { refusal }),
      }
    })
    return request.method === 'HEAD' ? withoutBody(answer) : answer
  }

  /** A refusal that a transport has to give for itself, in the form of all others. */
  refuse(refusal: Refusal, subject?: Subject): Answer {
    return writeRefusal(asAssumed(refusal, this.#settings), this.#settings, this.#exercises, subject)
  }

  #safely(run: () => Answer): Answer {
    try {
      return run()
    } catch (error) {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { ...this.refuse(ourBug()), refusal: `bug in conmock: ${what}` }
    }
  }

  #answer(request: ApiRequest, basePath: string): Answer {
    const { path: fullPath, query } = targetOf(request.url)
    const path = pathBelow(fullPath, basePath)
    const match = matchPath(path)
    if (match.kind === 'unknown') return this.refuse(this.#refusalOfUnknown(request, { path, query }))
    const subject = match.operation.id
    const refusal = this.#refusalOf(request, match, { path, query })
    if (refusal) return this.refuse(refusal, subject)
    const written =
      match.kind === 'operation' && subject === 'getVolunteer'
        ? this.#volunteers.answer(match.id)
        : this.#roles.answer(query)
    if ('detail' in written) return this.refuse(written, subject)
    const slashed = match.kind === 'operation' && match.trailingSlash
    return this.#succeed(
      slashed ? { ...written, assumed: [...written.assumed, 'path.trailingSlash'] } : written,
      subject,
    )
  }

  #succeed(written: Written, subject: Subject): Answer {
    let exercise = this.#shown.get(written)
    if (!exercise) {
      exercise = this.#exercises.of(subject, OK, written)
      this.#shown.set(written, exercise)
    }
    let headers = this.#headers.get(exercise)
    if (!headers) {
      headers = { 'content-type': 'application/json', ...this.#headerOf(exercise) }
      this.#headers.set(exercise, headers)
    }
    const answer = { status: OK, headers, body: written.body, exercise }
    return written.note === undefined ? answer : { ...answer, note: written.note }
  }

  #headerOf({ header }: Exercise): Readonly<Record<string, string>> {
    return header === undefined ? {} : { 'conmock-assumed': header }
  }

  #limited(): Refusal | undefined {
    const seconds = this.#parts.limiter?.take()
    return seconds === undefined ? undefined : rateLimited(seconds)
  }

  /** A path below the API may be an operation of the service that the specification does not have. */
  #refusalOfUnknown({ method, headers }: ApiRequest, { path, query }: Target): Refusal {
    const refusal = unknownPath(method, path, nearestOperation(path))
    if (!isBelowApi(path)) return refusal
    if (this.#settings['path.unknown'] === '404') return { ...refusal, assumption: 'path.unknown' }
    const badCredential = authenticate(headers.get('authorization'), undefined, this.#parts.tokens, query)
    return badCredential ?? notSpecified(method, path, nearestOperation(path))
  }

  /** What stands between a request on a known path and its answer: the rate, the path's form, the method, the credential. */
  #refusalOf(
    request: ApiRequest,
    match: Exclude<PathMatch, { kind: 'unknown' }>,
    { path, query }: Target,
  ): Refusal | undefined {
    const { operation } = match
    const limited = this.#limited()
    if (limited) return limited
    if (match.kind === 'malformed') return malformedPath(operation)
    if (match.trailingSlash && this.#settings['path.trailingSlash'] === '404') return trailingSlash(operation)
    if (request.method !== operation.method && request.method !== 'HEAD') {
      return this.#settings['method.notAllowed'] === '405'
        ? methodNotAllowed(request.method, operation)
        : { ...unknownPath(request.method, path, operation), assumption: 'method.notAllowed' }
    }
    return authenticate(request.headers.get('authorization'), operation.scope, this.#parts.tokens, query)
  }
}
