import type { HttpHandler } from 'msw'
import type { Answer } from '../api/answer.js'
import { Clients } from '../api/clients.js'
import { Credentials, type TokenOptions } from '../api/credentials.js'
import { matchPath } from '../api/match-path.js'
import { PageCache } from '../api/page-cache.js'
import { malformedRequest, internalError } from '../api/refusal.js'
import { targetOf } from '../api/request-target.js'
import type { AssumptionInput } from '../contract/assumptions.js'
import { resolveSettings } from '../contract/settings.js'
import { exportData, parseData, type WorldDataInput } from '../dataset/data-file.js'
import { mapKinds } from '../dataset/kinds.js'
import { recordsOf, type RecordsByKind } from '../dataset/records.js'
import { givenWorld } from '../dataset/world.js'
import { adoptState } from './adopt.js'
import { ApiSelector } from './api-selector.js'
import { createClock } from './clock.js'
import { createDataset, originOf } from './create-dataset.js'
import { setInternals, type Internals } from './internals.js'
import type { MockCore } from './mock-core.js'
import { isRequest, requestOf, type MockRequest } from './mock-request.js'
import { LedgerCounter } from '../coverage/ledger-counter.js'
import { checkMockOptions, readBaseUrl, type BaseUrl, type MockOptions } from './options.js'
import { Snapshots } from './snapshots.js'
import { checkedVary } from './vary.js'

const MAX_USER_IDS_SHOWN = 20

function isBelow(url: string, base: BaseUrl | undefined): boolean {
  return !base || url.startsWith(`${base.origin}${base.path}/`)
}

function claims(url: string, base: BaseUrl | undefined): boolean {
  return matchPath(targetOf(url).path.slice(base?.path.length ?? 0)).kind !== 'unknown'
}

function toResponse({ body, status, headers }: Answer): Response {
  return new Response(body, { status, headers })
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
 * @param previous The mock that this one replaces, because its options have changed. The new mock takes over the changes of
 *   its tokens, assumptions and clock, its ledger and, if the options choose the same world, its records and snapshots.
 * @throws InvalidOptionError For an unknown option, assumption or variant.
 * @throws DataError For invalid data, with the JSON path of every problem.
 */
export function createCore(
  options: MockOptions,
  askUserHandlers: AskUserHandlers,
  previous?: Internals,
): MockCore {
  checkMockOptions(options)
  const settings = resolveSettings(options)
  const vary = checkedVary(options.vary)
  const base = readBaseUrl(options.baseUrl)
  const clock = createClock(options.now ?? (() => Date.now()))
  const origin = originOf(options, settings)
  const dataset = createDataset(origin, previous?.state)
  const credentials = new Credentials(options.tokens ?? {}, dataset.seed, clock.now)
  const clients = new Clients(options.clients ?? {}, credentials, options.tokenLifetime)
  const ledger = previous?.state.ledger ?? new LedgerCounter()
  const handlers = [...(options.handlers ?? [])]
  const { assumedHeader = true } = options
  const apis = new ApiSelector({
    parts: { data: dataset, tokens: credentials, clients, now: clock.now, pages: new PageCache() },
    settings,
    assumptions: options.assumptions ?? {},
    vary,
    seed: dataset.seed,
    assumedHeader,
  })
  const snapshots = new Snapshots({ dataset, credentials, apis, clock })
  const state = { origin, dataset, credentials, apis, clock, ledger, snapshots }
  dataset.now = options.now === undefined ? undefined : clock.now
  if (previous) adoptState(state, previous.state)

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
    assume: (assumptions: AssumptionInput) => apis.assume(assumptions),
    ledger: () => ledger.read(),
    async reset() {
      apis.reset()
      credentials.reset()
      clock.reset()
      await dataset.reset()
    },
    snapshot: () => snapshots.take(),
    restore: (id: string) => snapshots.restore(id),
    replace: async (data: WorldDataInput) =>
      dataset.replace(givenWorld(parseData(data, { seed: dataset.seed }))),
    export: () => exportData(dataset),
  })
  setInternals(mock, {
    answer,
    refuseMalformed: (what, status = 400) => apis.plain.refuse({ ...malformedRequest(what), status }),
    refuseForBug: () => apis.plain.refuse(internalError()),
    claims: ({ url }) =>
      isBelow(url, base) && (apis.plain.isTokenRequest(url, base?.path) || claims(url, base)),
    dataset,
    state,
    assumedHeader,
    handlers,
    summary: () => ({
      userIds: dataset.userIdsToShow(MAX_USER_IDS_SHOWN),
      roleCount: dataset.stores.roles.size,
    }),
  })
  return mock
}
