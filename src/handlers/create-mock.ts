import type { HttpHandler } from 'msw'
import { createMockCore, type MockCore } from '../mock/create-mock.js'
import { extend } from '../mock/internals.js'
import type { MockOptions } from '../mock/options.js'
import { createHandlers } from './create-handlers.js'

/** A stand-in for the API, with handlers for msw. */
export interface Mock extends MockCore {
  /**
   * For `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)`. They answer the requests that go to the
   * two operations, by any method, and leave every other to your further handlers and to msw.
   */
  readonly handlers: HttpHandler[]
}

/**
 * Makes a stand-in for the API. It costs next to nothing, whatever the size of its world.
 *
 * @throws InvalidOptionError For an option, assumption or variant that does not exist; the message lists those that do.
 * @throws DataError For data that the document does not allow, with the JSON path of every problem.
 * @example
 * const mock = createMock({ seed: 1, assumptions: { 'roles.pageSize': 25 } })
 */
export function createMock(options: MockOptions = {}): Mock {
  const bare = createMockCore(options)
  let handlers: HttpHandler[] | undefined
  return extend(bare, {
    get handlers() {
      return (handlers ??= createHandlers(bare))
    },
  })
}
