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
  /** All credentials of the mock: the ready-made ones, yours, and the newest 1,000 issued ones. */
  readonly all: readonly Credential[]
  /**
   * Issues a token.
   *
   * @throws InvalidOptionError For an unknown option or scope, a negative time, or a token that exists or has invalid
   *   characters.
   * @example
   * const { token } = mock.tokens.issue({ scopes: ['user:read'], expiresIn: 60 })
   */
  issue(options?: TokenOptions): Credential
  /**
   * Makes a token invalid.
   *
   * @throws InvalidOptionError If the token is unknown.
   */
  revoke(token: string): void
}

/** A stand-in for the API, without msw handlers. */
export interface MockCore {
  /**
   * Answers a request like the API, without network access. It has the parameters of the global `fetch`.
   *
   * @throws TypeError Like the global `fetch`: for an invalid URL, and if one of your handlers returns
   *   `HttpResponse.error()`. An aborted signal rejects with its reason.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** The volunteer records. */
  readonly volunteers: Records<Volunteer>
  /** The roles. */
  readonly roles: Records<Role>
  /** The users, with and without a volunteer record. */
  readonly users: Records<User>
  /** The tokens that the mock accepts. */
  readonly tokens: Tokens
  /** The mock's clock. */
  readonly clock: Clock
  /** The current value of every assumption. */
  readonly settings: Settings
  /**
   * Changes assumptions from the next request on. Records do not change. `reset()` undoes it.
   *
   * @throws InvalidOptionError For an unknown assumption or variant. Then no assumption changes.
   * @example
   * mock.assume({ 'roles.lastPage': 'absent' })
   */
  readonly assume: (assumptions: AssumptionInput) => void
  /** Returns how often the mock has sent each answer and shape, and which assumptions they are based on. `reset()` keeps the counts. */
  readonly ledger: () => Ledger
  /**
   * Resets records, tokens, assumptions and the clock to their state after `createMock()`. Waits for pending changes.
   */
  readonly reset: () => Promise<void>
  /** Returns all records as JSON, for `createMock({ data })`. */
  readonly export: () => WorldData
}

const MAX_USER_IDS_SHOWN = 20

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
      // Without `await`: if the body belongs to a clone, `cancel` waits for the other half.
      void reader.cancel().catch(() => undefined)
      return undefined
    }
    parts.push(value)
  }
}

/** Whether this is a `Request`, by its members: a request of another realm is of another class. */
function isRequest(input: unknown): input is Request {
  return isObject(input) && ['method', 'url', 'headers', 'signal'].every((name) => name in input)
}

/** Converts a `Request` to the form that adapters pass. */
export function requestOf(request: Request): MockRequest {
  const { method, url, headers } = request
  return { method, url, headers, text: () => readBody(request).catch(() => undefined) }
}

/**
 * Creates a mock without msw handlers, so that the server need not load msw.
 *
 * @throws InvalidOptionError For an unknown option, assumption or variant.
 * @throws DataError For data that are not valid, with the JSON path of every problem.
 */
export function createMockCore(options: MockOptions): MockCore {
  checkOptions(options)
  const initialSettings = resolveSettings(options)
  const initiallyChosen = new Set(namesIn(options.assumptions ?? {}))
  const vary = checkedVary(options.vary)
  const base = readBaseUrl(options.baseUrl)
  const clock = createClock(options.now ?? (() => Date.now()))
  const dataset = createDataset(options, initialSettings, clock)
  const credentials = new Credentials(options.tokens ?? {}, dataset.seed, clock.now)
  const clients = new Clients(options.clients ?? {}, credentials, options.tokenLifetime)
  const ledger = new LedgerCounter()
  const handlers = [...(options.handlers ?? [])]
  const { assumedHeader = true } = options
  const apis = new ApiSelector({
    parts: { data: dataset, tokens: credentials, clients, now: clock.now, pages: new PageCache() },
    settings: initialSettings,
    chosen: initiallyChosen,
    vary,
    seed: dataset.seed,
    assumedHeader,
  })

  function counted(sent: Answer): Answer {
    ledger.count(sent.facts)
    return sent
  }

  /** Waits for pending changes first, so that a request sees changes that were not awaited. */
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
      apis.reset(initialSettings, initiallyChosen)
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
    summary: () => ({ userIds: dataset.userIdsToShow(MAX_USER_IDS_SHOWN), roleCount: dataset.roles.size }),
  })
  return mock
}
