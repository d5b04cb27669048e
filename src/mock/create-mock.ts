import type { AnyHandler, HttpHandler } from 'msw'
import { withMembers } from '../common/freeze.js'
import type { CompiledApi } from '../contract/compile.js'
import { getInternals } from './mock-internals.js'
import { createMockCore } from './create-mock-core.js'
import type { MockCore } from './mock-core.js'
import { toApiRequest } from './api-request.js'
import { readBaseUrl, type MockOptions } from './options.js'
import { toResponse } from './to-response.js'
import { createLazyHandler } from './lazy-handler.js'
import { createListenOptions, type ListenOptions } from './listen-options.js'

/** What a mock has for msw. */
export interface MockHandlers {
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
function createHandlers(mock: MockCore, custom: readonly AnyHandler[]): HttpHandler[] {
  const { responder, respond, options } = getInternals(mock)
  const base = readBaseUrl(options.baseUrl)
  const handler = createLazyHandler(
    (request) =>
      (!base || request.url.startsWith(`${base.origin}${base.path}/`)) &&
      responder.endpointOf(request) !== undefined,
    async (request) => toResponse(await respond(toApiRequest(request)), request.signal),
  )
  return [...custom, handler] as HttpHandler[]
}

/**
 * Creates a mock of an API. The public function describes its errors.
 */
export function createMock(api: CompiledApi, options: MockOptions): MockCore & MockHandlers {
  const core = createMockCore(api, options)
  const custom = [...(options.handlers ?? [])]
  let handlers: HttpHandler[] | undefined
  const own = {
    get handlers() {
      return (handlers ??= createHandlers(core, custom))
    },
    listenOptions: createListenOptions(api, options.baseUrl, getInternals(core).customOperations),
  }
  return withMembers(core, own)
}
