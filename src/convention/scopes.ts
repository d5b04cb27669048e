import type { TokenEndpoint } from '../contract/api.js'
import { operations, type OperationId } from './operations.js'

/** A permission that an operation needs. */
export type Scope = (typeof operations)[OperationId]['scope']

/** A scope of the API specification, or one of the option `scopes`. */
export type AnyScope = Scope | (string & {})

/** The token endpoint of the real service. */
export const tokenEndpoint = {
  path: '/api/oauth/token',
  client: { id: 'conmock', secret: 'conmock-secret' },
  scopes: [
    ...new Set(Object.values(operations).map(({ scope }) => scope)),
    'user:roles:update',
    'registration:read',
    'vendor:read',
    'order:view',
  ],
} as const satisfies TokenEndpoint

/** A scope that the token endpoint can grant (assumption `token.scopes`), or one of the option `scopes`. */
export type ServiceScope = (typeof tokenEndpoint)['scopes'][number] | (string & {})
