import type { HttpHandler } from 'msw'
import type { Answer } from '../api/answer.js'
import { Clients } from '../api/clients.js'
import { Credentials, type TokenOptions } from '../api/credentials.js'
import { matchPath } from '../api/match-path.js'
import { PageCache } from '../api/page-cache.js'
import { malformedRequest, internalError } from '../api/refusal.js'
import { targetOf } from '../api/request-target.js'
import type { AssumptionInput, AssumptionName, Settings } from '../contract/assumptions.js'
import { changedSettings, resolveSettings } from '../contract/settings.js'
import { exportData, parseData } from '../dataset/data-file.js'
import { Dataset } from '../dataset/dataset.js'
import { checkedSeed } from '../dataset/checked-count.js'
import { mapKinds } from '../dataset/kinds.js'
import { recordsOf, type RecordsByKind } from '../dataset/records.js'
import { worldFor } from '../dataset/scenarios.js'
import { givenWorld } from '../dataset/world.js'
import { ApiSelector } from './api-selector.js'
import { createClock, type Clock } from './clock.js'
import { setInternals } from './internals.js'
import type { MockCore } from './mock-core.js'
import { isRequest, requestOf, type MockRequest } from './mock-request.js'
import { LedgerCounter } from '../coverage/ledger-counter.js'
import { checkMockOptions, readBaseUrl, type BaseUrl, type MockOptions } from './options.js'
import { checkedVary } from './vary.js'

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

/** Returns the response of the user's own handlers, or `undefined` if no handler matches. */
export type AskUserHandlers = (
  handlers: readonly HttpHandler[],
  request: Request,
) => Promise<Response | undefined>

/**
 * Creates a mock without msw handlers.
 *
 * @param askUserHandlers A parameter, because this folder does not use msw.
 * @throws InvalidOptionError For an unknown option, assumption or variant.
 * @throws DataError For invalid data, with the JSON path of every problem.
 */
export function createCore(options: MockOptions, askUserHandlers: AskUserHandlers): MockCore {
  checkMockOptions(options)
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

  /** Waits for pending changes first, so that a response includes changes that the test did not await. */
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
    ...(mapKinds((name) => recordsOf(dataset, name)) as RecordsByKind),
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
    summary: () => ({
      userIds: dataset.userIdsToShow(MAX_USER_IDS_SHOWN),
      roleCount: dataset.stores.roles.size,
    }),
  })
  return mock
}
