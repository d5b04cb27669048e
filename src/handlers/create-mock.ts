import type { HttpHandler } from 'msw'
import type { MockCore } from '../mock/mock-core.js'
import { extend } from '../mock/internals.js'
import type { MockOptions } from '../mock/options.js'
import { createHandlers } from './create-handlers.js'
import { createMockCore } from './create-mock-core.js'

/** A stand-in for the API, with msw handlers. */
export interface Mock extends MockCore {
  /**
   * Handlers for `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)`. They match the paths of the API with
   * any method. All other requests go to your other handlers. If none matches, msw treats them as unhandled.
   */
  readonly handlers: HttpHandler[]
}

/**
 * Creates a stand-in for the API. This is fast, because records are generated when they are first read.
 *
 * @throws InvalidOptionError For an unknown option, assumption or variant. The message lists the known ones.
 * @throws DataError For invalid data, with the JSON path of every problem.
 * @example
 * const mock = createMock({ seed: 1, assumptions: { 'roles.pageSize': 25 } })
 */
export function createMock(options: MockOptions = {}): Mock {
  const core = createMockCore(options)
  let handlers: HttpHandler[] | undefined
  return extend(core, {
    get handlers() {
      return (handlers ??= createHandlers(core))
    },
  })
}
