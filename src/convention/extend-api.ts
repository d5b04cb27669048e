import { extendApi as extendApiOf } from '../extension/extend-api.js'
import { convention } from './convention.js'
import type { EmptyExtension } from './extended-types.js'

/**
 * Starts an extension of the API: your own operations and collections, which the option `extend` adds to a mock.
 *
 * @param options.origin What coverage, OpenAPI and the dashboard call its operations. By default, `yours`.
 * @throws InvalidOptionError For an unknown option.
 * @example
 * const api = extendApi().operation('getUser', 'GET /api/v0/users/:id', { params: { id: 'users.id' } }, ({ found }) => found.user)
 * const mock = createMock({ extend: api })
 */
export function extendApi(options: { readonly origin?: string | undefined } = {}): EmptyExtension {
  return extendApiOf(convention, options) as object as EmptyExtension
}
