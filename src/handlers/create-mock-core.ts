import { createCore, type CoreContext } from '../mock/create-core.js'
import type { MockCore } from '../mock/mock-core.js'
import type { MockOptions } from '../mock/options.js'
import { askUserHandlers } from './user-handlers.js'

/**
 * Creates a mock without msw handlers, so that the server need not load msw.
 *
 * @throws InvalidOptionError For an unknown option, assumption or variant.
 * @throws DataError For invalid data, with the JSON path of every problem.
 */
export function createMockCore(options: MockOptions, context?: CoreContext): MockCore {
  return createCore(options, askUserHandlers, context)
}
