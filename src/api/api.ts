import { changedSettings, type AssumptionInput, type Settings } from '../contract/settings.js'
import { operations, type OperationId } from '../convention/operations.js'
import { InvalidOptionError } from '../common/errors.js'
import { withoutBody, type Answer, type ApiRequest, type RenderedBody } from './answer.js'
import { authenticate } from './authenticate.js'
import { findCoverageKey, type CoverageKey } from './coverage-keys.js'
import {
  describeOperation,
  type CustomOperation,
  type Endpoint,
  isBelowApi,
  matchPath,
  type OperationMatch,
  type Target,
  targetOf,
  TOKEN_PATH,
} from './match-path.js'
import type { Caller, Credentials } from './credentials.js'
import { ListPages } from './list-pages.js'
import { handlers } from '../convention/handlers.js'
import type { HandlerParts, OperationHandler } from './operation-handler.js'
import {
  malformedPath,
  methodNotAllowed,
  notSpecified,
  internalError,
  errorOfYours,
  trailingSlash,
  unknownPath,
  type Refusal,
} from './refusal.js'
import { answerTokenRequest } from './token-endpoint.js'
import { writeRefusal } from './write-refusal.js'

const OK = 200

export interface ApiParts extends HandlerParts {
  readonly tokens: Pick<Credentials, 'lookup' | 'scopes' | 'grant'>
  /** The path in front of `/api/v0`: `/service` for `/service/api/v0/roles`. May be empty. */
  readonly basePath: string
  /** The operations of the custom handlers, for hints. */
  readonly customOperations: () => readonly CustomOperation[]
}

type Handlers = { readonly [Id in OperationId]: OperationHandler }

function createHandlers(parts: ApiParts): Handlers {
  const entries = Object.values(operations).map((operation) => {
    const handler =
      'list' in operation ? new ListPages(operation.list, parts) : new handlers[operation.id](parts)
    return [operation.id, handler]
  })
  return Object.fromEntries(entries) as Handlers
}

/** The API over one dataset. It answers requests synchronously and never throws. */
export class Api {
  readonly #parts: ApiParts
  #settings!: Settings
  #handlers!: Handlers
  /** The keys of successful answers, by body: bodies are cached, so this lookup is fast. */
  #keysByBody!: WeakMap<RenderedBody, CoverageKey>

  constructor(parts: ApiParts) {
    this.#parts = parts
    this.#use(parts.settings)
  }

  get settings(): Settings {
    return this.#settings
  }

  /** @throws InvalidOptionError For an unknown assumption or variant. */
  assume(input: AssumptionInput): void {
    this.#use(changedSettings(this.#settings, input))
  }

  /** Restores the settings of the options. */
  reset(): void {
    // Cached answers for the same settings stay valid.
    if (this.#settings !== this.#parts.settings) this.#use(this.#parts.settings)
  }

  #use(settings: Settings): void {
    this.#settings = settings
    this.#handlers = createHandlers({ ...this.#parts, settings })
    this.#keysByBody = new WeakMap()
  }

  /** Splits the URL of a request. The path has no base path. */
  #splitUrl(url: string): Target {
    const { basePath } = this.#parts
    const target = targetOf(url)
    if (basePath === '' || !target.path.startsWith(`${basePath}/`)) return target
    return { path: target.path.slice(basePath.length), query: target.query }
  }

  /** Whether a request is for the token endpoint. Then `answerToken` must answer it. */
  isTokenRequest(url: string): boolean {
    return this.#settings['token.endpoint'] === 'on' && this.#splitUrl(url).path === TOKEN_PATH
  }

  endpointOf(url: string): Endpoint | undefined {
    if (this.isTokenRequest(url)) return 'token'
    const match = matchPath(this.#splitUrl(url).path)
    return match.kind === 'unknown' ? undefined : match.operation.id
  }

  answer(request: ApiRequest): Answer {
    const answer = this.#safely(() => this.#answer(request))
    return request.method === 'HEAD' ? withoutBody(answer) : answer
  }

  /** @param form The body, or `undefined` if it is too long or incomplete. */
  answerToken(request: ApiRequest, form: string | undefined): Answer {
    const { tokens } = this.#parts
    const answer = this.#safely(() => answerTokenRequest(request, form, tokens, this.#settings))
    return request.method === 'HEAD' ? withoutBody(answer) : answer
  }

  /** Returns who has sent a request that a custom handler answers. */
  callerOf({ headers }: Pick<ApiRequest, 'headers'>): Caller | undefined {
    const found = authenticate(headers.get('authorization'), undefined, this.#parts.tokens)
    return 'detail' in found ? found.caller : found
  }

  /** Formats a refusal. Transports use it for requests that do not reach the API. */
  refuse(refusal: Refusal, endpoint?: Endpoint): Answer {
    return writeRefusal(refusal, this.#settings, endpoint)
  }

  #safely(run: () => Answer): Answer {
    try {
      return run()
    } catch (error) {
      // The option `now` runs code of the user, and its time may be invalid.
      if (error instanceof InvalidOptionError) {
        return { ...this.refuse(errorOfYours('Your option now')), refusal: error.message }
      }
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { ...this.refuse(internalError()), refusal: `bug in conmock: ${what}` }
    }
  }

  #answer(request: ApiRequest): Answer {
    const target = this.#splitUrl(request.url)
    const match = matchPath(target.path)
    if (match.kind === 'unknown') return this.refuse(this.#refusalOfUnknown(request, target))
    const endpoint = match.operation.id
    if (match.kind === 'malformed') return this.refuse(malformedPath(match.operation), endpoint)
    const caller = this.#callerOf(request, match, target)
    if ('detail' in caller) return this.refuse(caller, endpoint)
    const rendered = this.#handlers[endpoint].answer({ id: match.id, query: target.query })
    if ('detail' in rendered) return this.refuse({ ...rendered, caller }, endpoint)
    return this.#succeed(
      match.trailingSlash ? { ...rendered, assumed: [...rendered.assumed, 'path.trailingSlash'] } : rendered,
      endpoint,
      caller,
    )
  }

  #succeed(rendered: RenderedBody, endpoint: Endpoint, caller: Caller): Answer {
    let coverageKey = this.#keysByBody.get(rendered)
    if (!coverageKey) {
      coverageKey = findCoverageKey(this.#settings, endpoint, OK, rendered)
      this.#keysByBody.set(rendered, coverageKey)
    }
    const answer = { status: OK, headers: coverageKey.headers, body: rendered.body, coverageKey, caller }
    return rendered.note === undefined ? answer : { ...answer, note: rendered.note }
  }

  /** Below `/api/v0`, an unknown path may be an operation that only the real service has. */
  #refusalOfUnknown({ method, headers }: ApiRequest, { path, query }: Target): Refusal {
    const custom = this.#parts.customOperations()
    if (!isBelowApi(path)) return unknownPath(method, path, custom)
    if (this.#settings['path.unknown'] === '404') {
      return { ...unknownPath(method, path, custom), assumption: 'path.unknown' }
    }
    const caller = authenticate(headers.get('authorization'), undefined, this.#parts.tokens, query)
    return 'detail' in caller ? caller : { ...notSpecified(method, path, custom), caller }
  }

  #callerOf(request: ApiRequest, match: OperationMatch, { path, query }: Target): Refusal | Caller {
    const { operation } = match
    // The first check that fails decides the response: path, method, credential.
    if (match.trailingSlash && this.#settings['path.trailingSlash'] === '404') return trailingSlash(operation)
    if (request.method !== operation.method && request.method !== 'HEAD') {
      return this.#settings['method.notAllowed'] === '405'
        ? methodNotAllowed(request.method, operation)
        : {
            ...unknownPath(
              request.method,
              path,
              this.#parts.customOperations(),
              describeOperation(operation),
            ),
            assumption: 'method.notAllowed',
          }
    }
    return authenticate(request.headers.get('authorization'), operation.scope, this.#parts.tokens, query)
  }
}
