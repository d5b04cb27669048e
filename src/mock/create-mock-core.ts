import { Credentials } from '../api/credentials.js'
import { Responder } from '../api/responder.js'
import type { CompiledApi } from '../contract/compile.js'
import type { AssumptionInput, Settings } from '../contract/assumption.js'
import { settingsFor } from '../contract/profile-file.js'
import { exportData, parseData } from '../dataset/data-file.js'
import { mapKinds } from '../dataset/kinds.js'
import { openRecords } from '../dataset/records.js'
import { generatedData, givenData } from '../dataset/initial-data.js'
import { DEFAULT_SEED } from '../dataset/build.js'
import { Dataset } from '../dataset/dataset.js'
import { createRespond } from './respond.js'
import { createClock } from './clock.js'
import { Events } from './events.js'
import { FaultList } from './faults.js'
import { withInternals, type MockInternals } from './mock-internals.js'
import { RequestLog } from './request-log.js'
import type { MockCore } from './mock-core.js'
import { isRequest, toApiRequest } from './api-request.js'
import { CoverageCounter } from '../coverage/coverage-counter.js'
import { checkMockOptions, readBaseUrl, type MockOptions } from './options.js'
import { toResponse, withUrl } from './to-response.js'
import { createRespondWithHandlers } from './respond-with-handlers.js'
import { getOperations, requestHandlers } from './custom-handlers.js'

/** Creates the records that the options choose. */
function createDataset(api: CompiledApi, options: MockOptions, settings: Settings): Dataset {
  const { seed = DEFAULT_SEED, data } = options
  if (data !== undefined && typeof data !== 'string') {
    const lists = parseData(api, data, { seed })
    return new Dataset(api, () => givenData(api, lists), seed)
  }
  return new Dataset(api, generatedData(api, { ...options, data }, settings), seed)
}

/** Returns only the members of an object that users may use, also in JavaScript. */
function selectMembers<T extends object, Name extends keyof T & string>(
  target: T,
  names: readonly Name[],
): Readonly<Pick<T, Name>> {
  const members = names.map((name): [Name, PropertyDescriptor] => {
    const isGetter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), name)?.get !== undefined
    // A getter is not read here, because a list of all tokens or faults takes time.
    const read = isGetter
      ? { get: () => target[name] }
      : { value: (target[name] as Function).bind(target) as unknown }
    return [name, { enumerable: true, ...read }]
  })
  return Object.freeze(Object.defineProperties({}, Object.fromEntries(members)) as Pick<T, Name>)
}

/**
 * Creates a mock without `handlers`. It only loads msw if the user has custom handlers.
 *
 * @param sandbox Name of the sandbox of the mock on a server.
 * @throws InvalidOptionError For an unknown option, assumption or variant.
 * @throws DataError For invalid data, with the JSON path of every problem.
 */
export function createMockCore(api: CompiledApi, options: MockOptions, sandbox = 'default'): MockCore {
  checkMockOptions(api, options)
  const settings = settingsFor(api, options.profile, options.assumptions)
  const events = new Events()
  if (options.onRequest) events.onRequest(options.onRequest)
  const clock = createClock(options.now ?? (() => Date.now()), () => events.change('clock'))
  const dataset = createDataset(api, options, settings)
  const credentials = new Credentials(
    options.tokens ?? {},
    [...api.scopes, ...(options.scopes ?? [])],
    api.exampleOperation.scope ?? api.scopes[0] ?? '',
    [dataset.seed, sandbox],
    clock.now,
    () => events.change('tokens'),
  )
  const coverage = new CoverageCounter(api)
  const requestLog = new RequestLog(api, options.requestLogSize, sandbox, events)
  const handlers = requestHandlers(options.handlers ?? [])
  const customOperations = getOperations(api, handlers)
  const faults = new FaultList(api, options.faults ?? [], dataset.seed, customOperations, () =>
    events.change('faults'),
  )
  const responder = new Responder(api, {
    data: dataset,
    changeOrRefuse: (run) => dataset.changeOrRefuse(run),
    now: clock.now,
    settings,
    tokens: credentials,
    basePath: readBaseUrl(options.baseUrl)?.path ?? '',
    customOperations,
  })
  const shared = { responder, requestLog, faults }
  const respondWithHandlers = createRespondWithHandlers({ ...shared, api })
  const respond = createRespond({ ...shared, dataset, coverage })
  dataset.now = options.now === undefined ? undefined : clock.now
  dataset.onChange = () => events.change('records')

  const fetch: MockCore['fetch'] = async (input, init) => {
    const request = !init && isRequest(input) ? input : new Request(input, init)
    request.signal.throwIfAborted()
    const own = handlers.length > 0 ? await respondWithHandlers(request, handlers) : undefined
    const response = own ?? (await toResponse(await respond(toApiRequest(request)), request.signal))
    if (response.type !== 'error') return withUrl(response, request.url)
    request.signal.throwIfAborted()
    throw new TypeError('Failed to fetch')
  }

  const records = mapKinds(api, (name) => openRecords(dataset, name, true))
  let storedRecords: MockInternals['records'] | undefined
  const members: MockCore = {
    fetch,
    ...records,
    tokens: selectMembers(credentials, ['all', 'issue', 'revoke']),
    clock: selectMembers(clock, ['now', 'advance']),
    requests: selectMembers(requestLog, [
      'all',
      'find',
      'findMany',
      'count',
      'last',
      'clear',
      'waitFor',
      'dropped',
      'response',
    ]),
    faults: selectMembers(faults, ['all', 'operations', 'add', 'remove', 'release', 'clear']),
    get settings() {
      return responder.settings
    },
    assume(assumptions: AssumptionInput) {
      responder.assume(assumptions)
      events.change('assumptions')
    },
    coverage: () => coverage.read(),
    async reset() {
      responder.reset()
      credentials.reset()
      clock.reset()
      faults.reset()
      requestLog.clear()
      // The records and the request log announce their changes themselves.
      for (const what of ['tokens', 'assumptions', 'clock', 'faults'] as const) events.change(what)
      await dataset.reset()
    },
    async replace(data: object) {
      await dataset.replace(givenData(api, parseData(api, data, { seed: dataset.seed })))
    },
    export: () => exportData(dataset),
  }
  return withInternals(members, {
    api,
    get records() {
      return (storedRecords ??= mapKinds(api, (name) => openRecords(dataset, name, false)))
    },
    respond,
    responder,
    faults,
    dataset,
    requestLog,
    events,
    options,
    respondWithHandlers,
    handlers,
    customOperations,
  })
}
