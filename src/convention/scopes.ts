import { operations, type OperationId } from './operations.js'

/** A permission that an operation needs. */
export type Scope = (typeof operations)[OperationId]['scope']

/** The scopes of the API specification (section "Authentication"). */
export const scopes: readonly Scope[] = Object.freeze([
  ...new Set(Object.values(operations).map(({ scope }) => scope)),
])

/** A scope of the API specification, or one of the option `scopes`. */
export type AnyScope = Scope | (string & {})

/** The built-in token that has every scope. */
export const ALL_SCOPES = 'mock-all-scopes'

/** Returns the built-in token that only has this scope: `mock-user-read`. */
export function builtInToken(scope: AnyScope): string {
  return `mock-${scope.replaceAll(':', '-')}`
}

/** The client of the token endpoint. */
export const tokenClient = { id: 'conmock', secret: 'conmock-secret' } as const

/** The scopes that the real service documents for services. In a mock, only those in `scopes` have an effect. */
export const serviceScopes = Object.freeze([
  ...scopes,
  'user:roles:update',
  'registration:read',
  'vendor:read',
  'order:view',
] as const)

/** A scope that the token endpoint can grant (assumption `token.scopes`), or one of the option `scopes`. */
export type ServiceScope = (typeof serviceScopes)[number] | (string & {})
