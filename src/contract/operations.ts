import { deepFreeze } from './freeze.js'
import type { ResourceName } from './resources.js'

/** The scopes that the document names (document, "Authentication"). */
export const scopes = Object.freeze(['volunteer:read', 'user:read'] as const)

/** A permission that an operation needs. */
export type Scope = (typeof scopes)[number]

/** The scopes that the real service's documentation lists for services. Those beyond `scopes` permit nothing in a mock. */
export const serviceScopes = Object.freeze([
  ...scopes,
  'user:roles:update',
  'registration:read',
  'vendor:read',
  'order:view',
] as const)

/** A scope that the token endpoint can grant (assumption `token.scopes`). */
export type ServiceScope = (typeof serviceScopes)[number]

/** A path or query parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
}

/** What the document says of one operation. */
export interface Operation {
  /** Name of the operation in the OpenAPI document and in messages. */
  readonly id: 'getVolunteer' | 'listRoles'
  readonly method: 'GET'
  /** Path with its parameters as `:name`. */
  readonly path: string
  readonly summary: string
  readonly scope: Scope
  readonly parameters: readonly Parameter[]
  /** The resource in a successful answer. */
  readonly response: ResourceName
}

/** The two operations of the document (document, "Endpoints"). */
export const operations = deepFreeze({
  getVolunteer: {
    id: 'getVolunteer',
    method: 'GET',
    path: '/api/v0/users/:id/volunteer',
    summary: "Retrieve a user's volunteer record",
    scope: 'volunteer:read',
    parameters: [{ name: 'id', in: 'path', required: true, description: "The user's identifier" }],
    response: 'Volunteer',
  },
  listRoles: {
    id: 'listRoles',
    method: 'GET',
    path: '/api/v0/roles',
    summary: 'List roles',
    scope: 'user:read',
    parameters: [
      {
        name: 'nextPage',
        in: 'query',
        required: false,
        description: "The cursor from the previous response's `nextPage`, used to fetch the following page",
      },
    ],
    response: 'RoleList',
  },
} as const satisfies Record<Operation['id'], Operation>)
