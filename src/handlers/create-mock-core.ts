import { createCore } from '../mock/create-core.js'
import { internalsOf } from '../mock/internals.js'
import type { MockCore } from '../mock/mock-core.js'
import type { MockOptions } from '../mock/options.js'
import { askUserHandlers } from './user-handlers.js'

/**
 * Creates a mock without msw handlers, so that the server need not load msw.
 *
 * @param more.previous The mock that this one replaces, because its options have changed (see `createCore`).
 * @throws InvalidOptionError For an unknown option, assumption or variant.
 * @throws DataError For invalid data, with the JSON path of every problem.
 */
export function createMockCore(
  options: MockOptions,
  { space, previous }: { readonly space?: string; readonly previous?: MockCore } = {},
): MockCore {
  return createCore(options, askUserHandlers, {
    space,
    previous: previous && internalsOf(previous),
  })
}
