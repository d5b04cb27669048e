import type { Answer } from '../api/answer.js'
import { Clients } from '../api/clients.js'
import { Credentials, type Credential, type TokenOptions } from '../api/credentials.js'
import { matchPath } from '../api/match-path.js'
import { PageCache } from '../api/page-cache.js'
import { malformedRequest, internalError } from '../api/refusal.js'
import { targetOf } from '../api/target.js'
import { MAX_FORM_BYTES } from '../api/token-endpoint.js'
import type { AssumptionInput, AssumptionName, Settings } from '../contract/assumptions.js'
import { isObject } from '../contract/plain-object.js'
import type { Role, User, Volunteer } from '../contract/resources.js'
import { changedSettings, resolveSettings } from '../contract/settings.js'
import { exportData, parseData, type WorldData } from '../dataset/data-file.js'
import { Dataset } from '../dataset/dataset.js'
import { roleKind } from '../dataset/kinds/role.js'
import { userKind } from '../dataset/kinds/user.js'
import { volunteerKind } from '../dataset/kinds/volunteer.js'
import { createRecords, type Records } from '../dataset/records.js'
import { checkedSeed, worldFor } from '../dataset/scenarios.js'
import { givenWorld } from '../dataset/world.js'
import { ApiSelector } from './api-selector.js'
import { createClock, type Clock } from './clock.js'
import { setInternals, type MockRequest } from './internals.js'
import { LedgerCounter, type Ledger } from './ledger.js'
import { checkOptions, readBaseUrl, type BaseUrl, type MockOptions } from './options.js'
import { askUserHandlers } from './user-handlers.js'
import { checkedVary } from './vary.js'

/** The tokens of a mock. */
export interface Tokens {
  /** Every credential that the mock knows, the ready-made ones first. */
  readonly all: readonly Credential[]
  /**
   * Makes a token.
   *
   * @throws InvalidOptionError For an unknown scope, a negative time, or a token that no header could carry or that exists.
   */
  issue(options?: TokenOptions): Credential
  /**
   * Makes a token good for nothing from now on.
   *
   * @throws InvalidOptionError When the mock knows no such token.
   */
  revoke(token: string): void
}

/** A stand-in for the API. */
export interface MockCore {
  /**
   * Answers a request as the API would, without touching the network. Takes what the global `fetch` takes, and rejects
   * only where that would: for an invalid URL, an aborted signal, and `HttpResponse.error()` of a handler of yours.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** The volunteer records. */
  readonly volunteers: Records<Volunteer>
  /** The roles. */
  readonly roles: Records<Role>
  /** The users, with and without a volunteer record. */
  readonly users: Records<User>
  readonly tokens: Tokens
  /** The mock's time. */
  readonly clock: Clock
  /** The value of every assumption, as it is now. */
  readonly settings: Settings
  /**
   * Changes single assumptions from the next request on; `reset()` undoes it. The records stay as they are.
   *
   * @throws InvalidOptionError For an assumption or a variant that does not exist; then nothing is changed.
   * @example
   * mock.assume({ 'roles.lastPage': 'absent' })
   */
  readonly assume: (assumptions: AssumptionInput) => void
  /** What this mock has answered so far, counted: which answers, legal shapes and guesses. `reset()` keeps it. */
  readonly ledger: () => Ledger
  /**
   * Goes back to the seed: every change to records, tokens, assumptions and time is forgotten. Waits for changes under
   * way.
   */
  readonly reset: () => Promise<void>
  /** The whole world as it is now, as JSON: what `createMock({ data })` takes. */
  readonly export: () => WorldData
}

const USER_IDS_SHOWN = 20

function createDataset(options: MockOptions, settings: Settings, clock: Clock): Dataset {
  const seed = checkedSeed(options.seed)
  const now = options.now === undefined ? undefined : clock.now
  if (options.data === undefined) return new Dataset(worldFor(options, settings['roles.pageSize']), seed, now)
  const data = parseData(options.data, { seed })
  return new Dataset(() => givenWorld(data), seed, now)
}

function isBelow(url: string, base: BaseUrl | undefined): boolean {
  return !base || url.startsWith(`${base.origin}${base.path}/`)
}

function claims(url: string, base: BaseUrl | undefined): boolean {
  return matchPath(targetOf(url).path.slice(base?.path.length ?? 0)).kind !== 'unknown'
}

function toResponse({ body, status, headers }: Answer): Response {
  return new Response(body, { status, headers })
}

/** The assumptions that somebody chooses. */
function namesIn(input: AssumptionInput): AssumptionName[] {
  const chosen = Object.entries(input).filter(([, value]) => value !== undefined)
  return chosen.map(([name]) => name as AssumptionName)
}

async function readBody({ body }: Request): Promise<string | undefined> {
  if (!body) return ''
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts).text()
    length += value.length
    if (length > MAX_FORM_BYTES) {
      // Not waited for: where the body is one half of a clone, it would wait for the other.
      void reader.cancel().catch(() => undefined)
      return undefined
    }
    parts.push(value)
  }
}

/** Whether this is a `Request`, by its members: one of another realm is of another class. */
function isRequest(input: unknown): input is Request {
  return isObject(input) && ['method', 'url', 'headers', 'signal'].every((name) => name in input)
}

/** A `Request` as the mock takes it. */
export function requestOf(request: Request): MockRequest {
  const { method, url, headers } = request
  return { method, url, headers, text: () => readBody(request).catch(() => undefined) }
}

/** A mock without the msw handlers, for those who have no use for them: the server does not load msw. */
export function createMockCore(options: MockOptions): MockCore {
  checkOptions(options)
  const first = resolveSettings(options)
  const firstChosen = new Set(namesIn(options.assumptions ?? {}))
  const vary = checkedVary(options.vary)
  const base = readBaseUrl(options.baseUrl)
  const clock = createClock(options.now ?? (() => Date.now()))
  const dataset = createDataset(options, first, clock)
  const credentials = new Credentials(options.tokens ?? {}, dataset.seed, clock.now)
  const clients = new Clients(options.clients ?? {}, credentials, options.tokenLifetime)
  const ledger = new LedgerCounter()
  const handlers = [...(options.handlers ?? [])]
  const { assumedHeader = true } = options
  const apis = new ApiSelector({
    parts: { data: dataset, tokens: credentials, clients, now: clock.now, pages: new PageCache() },
    settings: first,
    chosen: firstChosen,
    vary,
    seed: dataset.seed,
    assumedHeader,
  })

  function counted(given: Answer): Answer {
    ledger.count(given.facts)
    return given
  }

  /** Waits for changes under way first, so that a request sees also what nobody has awaited. */
  function answer(request: MockRequest): Answer | Promise<Answer> {
    return dataset.settled?.then(() => answerNow(request)) ?? answerNow(request)
  }

  function answerNow(request: MockRequest): Answer | Promise<Answer> {
    const api = apis.next()
    if (!api.isTokenRequest(request.url, base?.path)) return counted(api.answer(request, base?.path))
    return request.text().then((form) => counted(api.answerToken(request, form)))
  }

  const fetch: MockCore['fetch'] = async (input, init) => {
    const request = !init && isRequest(input) ? input : new Request(input, init)
    request.signal.throwIfAborted()
    if (handlers.length > 0) {
      let own: Response | undefined
      try {
        own = await askUserHandlers(handlers, request)
      } catch {
        return toResponse(apis.plain.refuse(internalError()))
      }
      if (own?.type === 'error') throw new TypeError('Failed to fetch')
      if (own) return own
    }
    return toResponse(await answer(requestOf(request)))
  }

  const mock: MockCore = Object.freeze({
    fetch,
    volunteers: createRecords(dataset, 'volunteers', volunteerKind),
    roles: createRecords(dataset, 'roles', roleKind),
    users: createRecords(dataset, 'users', userKind),
    tokens: Object.freeze({
      get all() {
        return credentials.all
      },
      issue: (token: TokenOptions) => credentials.issue(token),
      revoke: (token: string) => credentials.revoke(token),
    }),
    clock: Object.freeze({ now: clock.now, advance: clock.advance }),
    get settings() {
      return apis.settings
    },
    assume(assumptions: AssumptionInput) {
      const next = changedSettings(apis.settings, assumptions)
      apis.use(next, new Set([...apis.chosen, ...namesIn(assumptions)]))
    },
    ledger: () => ledger.read(),
    async reset() {
      apis.reset(first, firstChosen)
      credentials.reset()
      clock.reset()
      await dataset.reset()
    },
    export: () => exportData(dataset),
  })
  setInternals(mock, {
    answer,
    refuseMalformed: (what, status = 400) => apis.plain.refuse({ ...malformedRequest(what), status }),
    refuseForBug: () => apis.plain.refuse(internalError()),
    claims: ({ url }) =>
      isBelow(url, base) && (apis.plain.isTokenRequest(url, base?.path) || claims(url, base)),
    dataset,
    assumedHeader,
    handlers,
    summary: () => ({ userIds: dataset.userIdsToShow(USER_IDS_SHOWN), roleCount: dataset.roles.size }),
  })
  return mock
}
