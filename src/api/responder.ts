import { InvalidOptionError } from '../common/errors.js'
import { formatPath } from '../common/json-path.js'
import { withoutHopByHop } from '../common/hop-by-hop.js'
import { preview } from '../common/text.js'
import type { CompiledApi } from '../contract/compile.js'
import {
  describeOperation,
  type Caller,
  type HandlerParts,
  type Operation,
  type OperationHandler,
  type OperationRequest,
  type RecordChange,
  type Refusal,
  type Success,
} from '../contract/operation.js'
import type { AssumptionInput, Settings } from '../contract/assumption.js'
import { changedSettings } from '../contract/settings.js'
import {
  CoverageKeys,
  withNote,
  withoutBody,
  type Answer,
  type ApiRequest,
  type CoverageKey,
} from './answer.js'
import { authenticate } from './authenticate.js'
import type { Credentials } from './credentials.js'
import { ListPages } from './list-pages.js'
import {
  isBelowApi,
  operationFor,
  pathMatcher,
  targetOf,
  type CustomOperation,
  type OperationMatch,
  type PathMatch,
  type Target,
} from './match-path.js'
import {
  bodyTooLong,
  errorOfYours,
  internalError,
  invalidBody,
  malformedPath,
  methodNotAllowed,
  notSpecified,
  trailingSlash,
  unknownPath,
} from './refusal.js'
import { handleTokenRequest, MAX_FORM_BYTES } from './token-endpoint.js'
import { writeRefusal } from './write-refusal.js'

/** Maximum length of the JSON body of a request. */
const MAX_BODY_BYTES = 1_048_576

export interface ResponderParts {
  readonly data: HandlerParts['data']
  /** Runs a change after all earlier ones. If it refuses or throws, nothing changes. */
  readonly changeOrRefuse: (run: (records: RecordChange) => Success | Refusal) => Promise<Success | Refusal>
  readonly settings: Settings
  /** The time of the mock's clock. */
  readonly now: () => number
  readonly tokens: Pick<Credentials, 'lookup' | 'scopes' | 'grant'>
  /** The path in front of the paths of the API: `/service` for `/service/api/v0/roles`. May be empty. */
  readonly basePath: string
  /** The operations of the custom handlers, for hints. */
  readonly customOperations: readonly CustomOperation[]
}

/** Notes a body that is not sent as JSON. Mocks and some services read it, but with many others, the app would fail. */
function withTypeNote(answer: Answer, type: string | null): Answer {
  if (type !== null && /[/+]json\b/i.test(type)) return answer
  const sent = type === null ? 'no content type' : `the content type ${preview(type)}`
  return withNote(answer, `The body has ${sent}. Many services ignore a body that is not application/json.`)
}

/** Creates what answers the operations that only read. */
function openHandlers(api: CompiledApi, parts: HandlerParts): ReadonlyMap<string, OperationHandler> {
  return new Map(
    api.operations.flatMap(({ id, list }) => {
      if (list !== undefined) return [[id, new ListPages(api.kinds[list]!, parts)] as const]
      const answer = api.answers[id]!
      return 'open' in answer ? [[id, answer.open(parts)] as const] : []
    }),
  )
}

/** Answers the requests to an API from one dataset. It never throws. */
export class Responder {
  readonly #api: CompiledApi
  readonly #parts: ResponderParts
  readonly #matchPath: (path: string) => PathMatch
  readonly #keys: CoverageKeys
  #settings!: Settings
  /** The path of the token endpoint, if it is on. */
  #tokenPath: string | undefined
  #handlers!: ReadonlyMap<string, OperationHandler>
  /** The keys of successful answers, by result: results are cached, so this lookup is fast. */
  #keysByResult!: WeakMap<Success, CoverageKey>

  constructor(api: CompiledApi, parts: ResponderParts) {
    this.#api = api
    this.#parts = parts
    this.#matchPath = pathMatcher(api)
    this.#keys = new CoverageKeys(api)
    this.#use(parts.settings)
  }

  get settings(): Settings {
    return this.#settings
  }

  /** @throws InvalidOptionError For an unknown assumption or variant. */
  assume(input: AssumptionInput): void {
    this.#use(changedSettings(this.#api, this.#settings, input))
  }

  /** Restores the settings of the options. */
  reset(): void {
    // Cached answers for the same settings stay valid.
    if (this.#settings !== this.#parts.settings) this.#use(this.#parts.settings)
  }

  #use(settings: Settings): void {
    this.#settings = settings
    this.#tokenPath = settings['token.endpoint'] === 'on' ? this.#api.tokenEndpoint?.path : undefined
    this.#handlers = openHandlers(this.#api, { data: this.#parts.data, settings, now: this.#parts.now })
    this.#keysByResult = new WeakMap()
  }

  /** Splits the URL of a request. The path has no base path. */
  #splitUrl(url: string): Target {
    const { basePath } = this.#parts
    const target = targetOf(url)
    if (basePath === '' || !target.path.startsWith(`${basePath}/`)) return target
    return { path: target.path.slice(basePath.length), query: target.query }
  }

  /** Returns the name of the operation that a request is for, or `token`. With an unknown method, the first one of its path. */
  endpointOf({ method, url }: Pick<ApiRequest, 'method' | 'url'>): string | undefined {
    const { path } = this.#splitUrl(url)
    if (path === this.#tokenPath) return 'token'
    const match = this.#matchPath(path)
    if (match.kind === 'unknown') return undefined
    const operation = match.kind === 'operation' ? operationFor(match, method) : undefined
    return (operation ?? match.first).id
  }

  /** Whether the API answers a request itself, and not only with a refusal of its method. */
  hasOperation({ method, url }: Pick<ApiRequest, 'method' | 'url'>): boolean {
    const { path } = this.#splitUrl(url)
    const match = this.#matchPath(path)
    return (
      path === this.#tokenPath || (match.kind === 'operation' && operationFor(match, method) !== undefined)
    )
  }

  /** Synchronous, unless the operation changes records, or the body of the request must be read. */
  respond(request: ApiRequest): Answer | Promise<Answer> {
    const answer = this.#respondSafely(request)
    if (request.method !== 'HEAD') return answer
    return answer instanceof Promise ? answer.then(withoutBody) : withoutBody(answer)
  }

  /** Returns who has sent a request that a custom handler answers. */
  callerOf({ headers }: Pick<ApiRequest, 'headers'>): Caller | undefined {
    const found = authenticate(headers.get('authorization'), undefined, this.#parts.tokens)
    return 'detail' in found ? found.caller : found
  }

  /** Returns the answer to a request that does not reach its operation. A fault changes it. */
  unreached(request: ApiRequest): Answer {
    const coverageKey = this.#keys.find(this.#settings, this.endpointOf(request), 0, {})
    return { status: 0, headers: {}, body: null, caller: this.callerOf(request), coverageKey }
  }

  /** Formats a refusal. Transports use it for requests that do not reach the API. */
  refuse(refusal: Refusal, endpoint?: string): Answer {
    return writeRefusal(this.#keys, refusal, this.#settings, endpoint)
  }

  #respondSafely(request: ApiRequest): Answer | Promise<Answer> {
    try {
      const answer = this.#respond(request)
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#failed(error)) : answer
    } catch (error) {
      return this.#failed(error)
    }
  }

  #failed(error: unknown): Answer {
    // Code of the user has run: the option `now`, or what makes the records of a collection.
    if (error instanceof InvalidOptionError) {
      const where = error.option === 'now' ? 'Your option now' : 'Your extension'
      return { ...this.refuse(errorOfYours(where)), refusal: error.message }
    }
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ...this.refuse(internalError()), refusal: `bug in conmock: ${what}` }
  }

  #respond(request: ApiRequest): Answer | Promise<Answer> {
    const { method, url, headers } = request
    const target = this.#splitUrl(url)
    const { path, query } = target
    if (path === this.#tokenPath) return this.#respondWithToken(request)
    const match = this.#matchPath(path)
    if (match.kind === 'unknown') return this.refuse(this.#refusalOfUnknown(request, target))
    if (match.kind === 'malformed') return this.refuse(malformedPath(match.first), match.first.id)
    const operation = operationFor(match, method)
    const { id } = operation ?? match.first
    // The first check that fails decides the response: path, method, credential.
    if (match.trailingSlash && this.#settings['path.trailingSlash'] === '404') {
      return this.refuse(trailingSlash(match.first), id)
    }
    if (!operation) return this.refuse(this.#refusalOfMethod(method, match, path), id)
    const caller = authenticate(headers.get('authorization'), operation.scope, this.#parts.tokens, query)
    if ('detail' in caller) return this.refuse(caller, id)
    const given = { params: match.params, query }
    const finish = (result: Success | Refusal) => this.#toAnswer(result, match, operation, caller)
    if (operation.checkBody)
      return this.#readBody(request, operation)
        .then((body) => this.#handle(id, given, body))
        .then(finish)
        .then((answer) => withTypeNote(answer, headers.get('content-type')))
    const handler = this.#handlers.get(id)
    return handler ? finish(handler.handle(given)) : this.#change(id, given).then(finish)
  }

  /** Reads the JSON body of a request. */
  async #readBody(
    request: ApiRequest,
    { checkBody }: Operation,
  ): Promise<Pick<OperationRequest, 'body' | 'sentBody'> | Refusal> {
    const text = await request.text(MAX_BODY_BYTES)
    if (text === undefined) return bodyTooLong(MAX_BODY_BYTES)
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      return invalidBody(text === '' ? 'is missing' : 'is not JSON')
    }
    const { issues, value } = checkBody!(json)
    const problems = issues.map(({ path, message }) => `${formatPath(path)}: ${message}`)
    return issues.length > 0
      ? invalidBody(`is invalid: ${problems.join('; ')}`)
      : { body: value, sentBody: json }
  }

  #handle(id: string, given: OperationRequest, read: Pick<OperationRequest, 'body' | 'sentBody'> | Refusal) {
    if ('detail' in read) return read
    const request = { ...given, ...read }
    return this.#handlers.get(id)?.handle(request) ?? this.#change(id, request)
  }

  async #respondWithToken(request: ApiRequest): Promise<Answer> {
    const form = await request.text(MAX_FORM_BYTES)
    return handleTokenRequest(this.#api, this.#keys, request, form, this.#parts.tokens, this.#settings)
  }

  /** Runs an operation that changes records. */
  #change(id: string, request: OperationRequest): Promise<Success | Refusal> {
    const answer = this.#api.answers[id]!
    const settings = this.#settings
    if ('open' in answer) throw new Error(`the operation ${id} has no handler`)
    return this.#parts.changeOrRefuse((records) =>
      answer.change({ ...request, records, settings, now: this.#parts.now }),
    )
  }

  #toAnswer(
    result: Success | Refusal,
    { trailingSlash: hasSlash }: OperationMatch,
    { id, status = 200 }: Operation,
    caller: Caller,
  ): Answer {
    if ('detail' in result) return this.refuse({ ...result, caller }, id)
    const success = hasSlash ? { ...result, assumed: [...result.assumed, 'path.trailingSlash'] } : result
    if (success.response) return this.#toFile(success, success.response, id, caller)
    const { body, note, status: own = status } = success
    let coverageKey = this.#keysByResult.get(success)
    if (!coverageKey) {
      const details = { ...success, hasBody: body !== null }
      coverageKey = this.#keys.find(this.#settings, id, own, details)
      this.#keysByResult.set(success, coverageKey)
    }
    return { status: own, headers: coverageKey.headers, body, coverageKey, caller, note }
  }

  /** Returns the answer with a file or a stream. */
  #toFile(success: Success, { status, headers: own, body }: Response, id: string, caller: Caller): Answer {
    const details = { ...success, hasBody: false }
    const coverageKey = this.#keys.find(this.#settings, id, status, details)
    // The length may be wrong, and a client would wait for the rest.
    const { 'set-cookie': _, 'content-length': _length, ...once } = withoutHopByHop(Object.fromEntries(own))
    const headers = { ...coverageKey.headers, ...once }
    const cookies = own.getSetCookie()
    const stream = body ?? undefined
    return {
      status,
      headers,
      ...(cookies.length > 0 && { cookies }),
      body: null,
      stream,
      coverageKey,
      caller,
    }
  }

  /** Below the prefix, an unknown path may be an operation that only the real service has. */
  #refusalOfUnknown({ method, headers }: ApiRequest, { path, query }: Target): Refusal {
    const custom = this.#parts.customOperations
    if (!isBelowApi(this.#api, path)) return unknownPath(this.#api, method, path, custom)
    if (this.#settings['path.unknown'] === '404') {
      return { ...unknownPath(this.#api, method, path, custom), assumption: 'path.unknown' }
    }
    const caller = authenticate(headers.get('authorization'), undefined, this.#parts.tokens, query)
    return 'detail' in caller ? caller : { ...notSpecified(this.#api, method, path, custom), caller }
  }

  #refusalOfMethod(method: string, match: OperationMatch, path: string): Refusal {
    if (this.#settings['method.notAllowed'] === '405') return methodNotAllowed(this.#api, method, match)
    const custom = this.#parts.customOperations
    return {
      ...unknownPath(this.#api, method, path, custom, describeOperation(match.first)),
      assumption: 'method.notAllowed',
    }
  }
}
