import type { HttpHandler } from 'msw'
import { withMembers } from '../common/freeze.js'
import { getInternals } from './mock-internals.js'
import { createMockCore } from './create-mock-core.js'
import type { MockCore } from './mock-core.js'
import { findHandler, getOperations } from './custom-handlers.js'
import { toApiRequest } from './api-request.js'
import type { MockOptions } from './options.js'
import { toResponse } from './to-response.js'
import { createLazyHandler } from './lazy-handler.js'
import { createListenOptions, type ListenOptions } from './listen-options.js'

/** A mock of the API, with msw handlers. */
export interface Mock extends MockCore {
  /**
   * Handlers for `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)`. They match the paths of the API with
   * any method. All other requests go to your other handlers. If none matches, msw treats them as unhandled.
   */
  readonly handlers: HttpHandler[]
  /**
   * Options for `server.listen()` of msw 2 and msw 3. A request without a handler fails, and never reaches the network, except
   * for assets such as `.css` files. The console shows the operation with the most similar path.
   *
   * @example
   * beforeAll(() => server.listen(mock.listenOptions))
   */
  readonly listenOptions: ListenOptions
}

/**
 * Returns the custom handlers, then one handler for the API. The handler for the API matches with a function, because
 * msw 2 and msw 3 have different path patterns. Every mock needs its own handler, because msw keeps state in handlers.
 */
function createHandlers(mock: MockCore): HttpHandler[] {
  const view = getInternals(mock)
  const { answer, isForApi, options } = view
  const api = createLazyHandler(isForApi, async (request) => {
    return toResponse(await answer(toApiRequest(request)), request.signal)
  })
  if (typeof options.handlers !== 'function') return [...view.handlers, api]
  // `reset()` creates other handlers, so msw gets one handler that asks those of now.
  const custom = createLazyHandler(
    async (request) => (await findHandler(view.handlers, request)) !== undefined,
    (request) => view.answerFromHandlers(request, view.handlers),
  )
  return [custom, api]
}

/**
 * Creates a mock of the API. This is fast, because records are generated when they are first read.
 *
 * @throws InvalidOptionError For an unknown option, assumption or variant. The message lists the known ones.
 * @throws DataError For invalid data, with the JSON path of every problem.
 * @example
 * const mock = createMock({ seed: 1, assumptions: { 'roles.pageSize': 25 } })
 */
export function createMock(options: MockOptions = {}): Mock {
  const core = createMockCore(options)
  let handlers: HttpHandler[] | undefined
  const own = {
    get handlers() {
      return (handlers ??= createHandlers(core))
    },
    listenOptions: createListenOptions(options.baseUrl, () => getOperations(getInternals(core).handlers)),
  }
  return withMembers(core, own)
}
