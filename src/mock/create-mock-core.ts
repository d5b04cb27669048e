import type { Answer } from '../api/answer.js'
import { createClients } from '../api/clients.js'
import { Credentials, type TokenOptions } from '../api/credentials.js'
import { PageCache } from '../api/page-cache.js'
import type { AssumptionInput, Settings } from '../contract/settings.js'
import { readProfile, settingsFrom } from '../contract/profile-file.js'
import { exportData, parseData, type MockDataInput } from '../dataset/data-file.js'
import { mapKinds } from '../dataset/kinds.js'
import { recordsOf, type RecordsByKind } from '../dataset/records.js'
import { generatedData, givenData } from '../dataset/initial-data.js'
import { planFor } from '../convention/built-in-data.js'
import { DEFAULT_SEED } from '../dataset/build.js'
import { Dataset } from '../dataset/dataset.js'
import { CurrentApi } from './current-api.js'
import { applyFault, createAbandonedAnswer } from './apply-fault.js'
import { createClock } from './clock.js'
import { Events } from './events.js'
import { FaultList, type FaultOfRequest, type ReleaseOptions } from './faults.js'
import { internalsOf, withInternals, type MockInternals } from './mock-internals.js'
import type { Fault } from './fault.js'
import { RequestLog, type EntryWhere } from './request-log.js'
import type { MockCore } from './mock-core.js'
import { isRequest, requestOf, type MockRequest } from './mock-request.js'
import { countRequests } from '../coverage/explain-failures.js'
import { startNeedsRun } from '../coverage/needs-run.js'
import { CoverageCounter } from '../coverage/coverage-counter.js'
import { checkMockOptions, readBaseUrl, type BaseUrl, type MockOptions } from './options.js'
import { createResponses } from './responses.js'
import { toResponse, withUrl } from './to-response.js'
import { createCustomAnswers } from './answer-custom.js'
import { openHandlers, operationsOf } from './custom-handlers.js'

function isBelow(url: string, base: BaseUrl | undefined): boolean {
  return !base || url.startsWith(`${base.origin}${base.path}/`)
}

/** Creates the records that the options choose. */
function createDataset(options: MockOptions, settings: Settings): Dataset {
  const { seed = DEFAULT_SEED, data } = options
  if (data !== undefined && typeof data !== 'string') {
    const lists = parseData(data, { seed })
    return new Dataset(() => givenData(lists), seed)
  }
  const plan = planFor({ ...options, data }, settings)
  return new Dataset(() => generatedData(plan), seed)
}

/** Where a mock of a server belongs. */
export interface MockPlace {
  /**
   * Name of the sandbox of the mock.
   *
   * @default 'default'
   */
  readonly sandbox?: string | undefined
  /**
   * The mock that the new one replaces on a server. The new mock refuses its tokens, and continues to count the entries of
   * its request log.
   */
  readonly previous?: MockCore | undefined
}

/**
 * Creates a mock without `handlers`. It only loads msw if the user has custom handlers.
 *
 * @throws InvalidOptionError For an unknown option, assumption or variant.
 * @throws DataError For invalid data, with the JSON path of every problem.
 */
export function createMockCore(
  options: MockOptions,
  { sandbox = 'default', previous }: MockPlace = {},
): MockCore {
  checkMockOptions(options)
  const replaced = previous && internalsOf(previous)
  const profile = readProfile(options.profile)
  const settings = settingsFrom(profile, options.assumptions)
  const base = readBaseUrl(options.baseUrl)
  const clock = createClock(options.now ?? (() => Date.now()))
  const dataset = createDataset(options, settings)
  const events = new Events()
  if (options.onRequest) events.onRequest(options.onRequest)
  const credentials = new Credentials(
    options.tokens ?? {},
    options.scopes ?? [],
    [dataset.seed, sandbox],
    clock.now,
    () => events.change('tokens'),
  )
  const clients = createClients(options.clients, options.scopes ?? [], credentials, options.tokenLifetime)
  const coverage = new CoverageCounter()
  const requestLog = new RequestLog(options.requestLogSize, sandbox, events, replaced?.requestLog.nextId)
  const { handlers: given = [] } = options
  let handlers: MockInternals['handlers'] = typeof given === 'function' ? [] : openHandlers(given)
  const faults = new FaultList(
    options.faults ?? [],
    dataset.seed,
    () => operationsOf(handlers),
    () => events.change('faults'),
  )
  const { assumedHeader = true } = options
  const pages = new PageCache()
  const needsRun = startNeedsRun()
  countRequests(0)
  const parts = {
    data: dataset,
    tokens: credentials,
    clients,
    pages,
    assumedHeader,
    leftOut: needsRun?.leftOut,
  }
  const apis = new CurrentApi(parts, settings)
  const { responses, refusalOf } = createResponses(apis, credentials)
  const answerFromHandlers = createCustomAnswers({
    apis,
    basePath: base?.path,
    requestLog,
    coverage,
    faults,
    refusalOf,
  })
  dataset.now = options.now === undefined ? undefined : clock.now
  dataset.onChange = () => events.change('records')
  if (replaced) credentials.replace(replaced.credentials)

  /** Counts and records an answer. Adapters send it afterward, so a client that has it finds it in the request log. */
  function recorded({ method, url }: MockRequest, start: number, sent: Answer): Answer {
    requestLog.record(method, url, sent, start)
    if (!sent.isFaulty) {
      coverage.count(sent.coverageKey)
      // Only successful responses have cases.
      if (sent.coverageKey.cases.length > 0) needsRun?.report()
    }
    // An answer that no client received is not counted.
    else if (sent.fault !== undefined) coverage.countChanged('fault', sent.status, sent.coverageKey.endpoint)
    return sent
  }

  /** Waits for pending changes first, so that a response includes changes that the test did not await. */
  function answer(request: MockRequest): Answer | Promise<Answer> {
    const start = performance.now()
    const fault = faults.isActive ? takeFault(request) : undefined
    if (fault) return answerWithFault(request, start, fault)
    const answered = answerNow(request)
    return answered instanceof Promise
      ? answered.then((sent) => recorded(request, start, sent))
      : recorded(request, start, answered)
  }

  function answerNow(request: MockRequest): Answer | Promise<Answer> {
    return dataset.settled?.then(() => answerFromApi(request)) ?? answerFromApi(request)
  }

  function answerFromApi(request: MockRequest): Answer | Promise<Answer> {
    const api = apis.current
    if (!api.isTokenRequest(request.url, base?.path)) return api.answer(request, base?.path)
    return request
      .text()
      .then((form) => (request.signal.aborted ? createAbandonedAnswer(api) : api.answerToken(request, form)))
  }

  function takeFault({ url }: MockRequest): FaultOfRequest | undefined {
    const operation = apis.current.endpointOf(url, base?.path)
    return operation && faults.take(operation)
  }

  function answerWithFault(request: MockRequest, start: number, fault: FaultOfRequest): Promise<Answer> {
    // After the end of the mock, nobody reads its request log.
    return faults.held.answerLater(fault, request, (isReleased) =>
      isReleased ? answerFaulty(request, start, fault) : createAbandonedAnswer(apis.current),
    )
  }

  async function answerFaulty(request: MockRequest, start: number, fault: FaultOfRequest): Promise<Answer> {
    if (request.signal.aborted) return recorded(request, start, createAbandonedAnswer(apis.current))
    const answered = await answerNow(request)
    return recorded(request, start, applyFault(answered, fault, request, apis.current))
  }

  /** The records and the request log announce their changes themselves. */
  function announceReset(): void {
    for (const what of ['tokens', 'assumptions', 'clock', 'faults'] as const) events.change(what)
  }

  const fetch: MockCore['fetch'] = async (input, init) => {
    const request = !init && isRequest(input) ? input : new Request(input, init)
    request.signal.throwIfAborted()
    const own = handlers.length > 0 ? await answerFromHandlers(request, handlers) : undefined
    const response = own ?? (await toResponse(await answer(requestOf(request)), request.signal))
    if (response.type !== 'error') return withUrl(response, request.url)
    request.signal.throwIfAborted()
    throw new TypeError('Failed to fetch')
  }

  const members: MockCore = {
    fetch,
    ...responses,
    ...(mapKinds((name) => recordsOf(dataset, name)) as RecordsByKind),
    tokens: Object.freeze({
      get all() {
        return credentials.all
      },
      issue: (token: TokenOptions) => credentials.issue(token),
      revoke: (token: string) => credentials.revoke(token),
    }),
    clock: Object.freeze({
      now: clock.now,
      advance(seconds: number) {
        clock.advance(seconds)
        events.change('clock')
      },
    }),
    // Without the members that only the mock itself uses, also in JavaScript.
    requests: Object.freeze({
      all: () => requestLog.all(),
      find: (where: EntryWhere) => requestLog.find(where),
      findMany: (where?: EntryWhere) => requestLog.findMany(where),
      count: (where?: EntryWhere) => requestLog.count(where),
      last: () => requestLog.last(),
      clear: () => requestLog.clear(),
      waitFor: (where: EntryWhere, wait?: { readonly timeout?: number }) => requestLog.waitFor(where, wait),
      get dropped() {
        return requestLog.dropped
      },
      response: (id: number) => requestLog.response(id),
    }),
    faults: Object.freeze({
      get all() {
        return faults.all
      },
      get operations() {
        return faults.operations
      },
      add: (fault: Fault) => faults.add(fault),
      remove: (id: string) => faults.remove(id),
      release: (which?: ReleaseOptions) => faults.release(which),
      clear: () => faults.clear(),
    }),
    get settings() {
      return apis.settings
    },
    assume(assumptions: AssumptionInput) {
      apis.assume(assumptions)
      events.change('assumptions')
    },
    coverage: () => coverage.read(),
    async reset() {
      apis.reset()
      credentials.reset()
      clock.reset()
      faults.reset()
      requestLog.clear()
      announceReset()
      await dataset.reset()
      open()
    },
    async replace(data: MockDataInput) {
      const initial = givenData(parseData(data, { seed: dataset.seed }))
      await dataset.replace(() => initial)
    },
    export: () => exportData(dataset),
  }
  const mock = withInternals(members, {
    answer,
    refuse: (refusal) => apis.current.refuse(refusal),
    isForApi: ({ url }) => isBelow(url, base) && apis.current.endpointOf(url, base?.path) !== undefined,
    dataset,
    requestLog,
    events,
    credentials,
    options,
    answerFromHandlers,
    endHeldRequests: () => faults.held.end(),
    get handlers() {
      return handlers
    },
    profile,
  })
  /** Creates the custom handlers again, so that they have no state of an earlier test. */
  function open(): void {
    if (typeof given === 'function') handlers = openHandlers(given(mock))
  }
  open()
  faults.checkInitial()
  return mock
}
