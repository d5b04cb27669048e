import type { MockOptions, MockCore } from './types.js'
import type { PactParts } from '../pact/parts/pact-api.js'
import type { StateContextOf } from '../pact/states/definition.js'
import type { StateHandlerOf, StateHandlersOf } from '../pact/states/state-runner.js'
import type { TokenStatesOf } from '../pact/states/token-states.js'
import type { ServiceOptionsOf } from '../pact/verification/target.js'
import type { ServiceTokensOf } from '../pact/verification/tokens.js'
import type { VerifyOptionsOf } from '../pact/verification/verify-options.js'
import { rolesInPacts } from './role/recorded.js'
import { roleStates, type RoleStates } from './role/states.js'
import type { Scope } from './scopes.js'
import { fixtureSchemas, type Fixtures } from './volunteer/fixtures.js'
import { volunteerInPacts } from './volunteer/recorded.js'
import { volunteerStates, type VolunteerStates } from './volunteer/states.js'

/** The provider states that conmock sets up in the mock and looks up in a real service. */
export interface ProviderStates extends VolunteerStates, RoleStates, TokenStatesOf<Scope> {}

/** The second argument of your own provider states: the target that is verified. */
export type StateContext = StateContextOf<MockCore>

/**
 * Sets up a provider state. `fromProviderState` in the pact reads the values that it returns. An error fails the
 * interaction as a `problem`; throw a `StateUnavailableError` if the target cannot have the state.
 */
export type StateHandler = StateHandlerOf<MockCore>

/**
 * Your own provider states, by name. A name may contain parameters: `an order of user {userId} exists`. Each state is a
 * function, an object with `setup` and `teardown`, or a state of conmock under another name.
 *
 * @example
 * const states = {
 *   'user {userId} exists': providerStates.volunteerExists(),
 *   'registration is open': async (parameters, { mock }) => { … },
 * }
 */
export interface StateHandlers extends StateHandlersOf<MockCore> {}

/** Tokens of a real service by scope, without `Bearer`, and an expired one for the state `the token is expired`. */
interface ServiceTokens extends ServiceTokensOf<Scope> {}

/** A real service, and how to access it. */
export interface ServiceOptions extends ServiceOptionsOf<Scope, Fixtures> {
  /** Base URL, without `/api/v0`. */
  readonly url: string
  /**
   * Tokens by scope. They are only sent to the service, never printed or saved.
   *
   * Known scopes: those of the operations, such as `user:read`. `expired` is a token that has expired.
   *
   * @default {}
   * @example { 'volunteer:read': process.env.VOLUNTEER_TOKEN }
   */
  readonly tokens?: ServiceTokens | undefined
  /**
   * Ids of users of the service, for provider states.
   *
   * For states that cannot be set up in the service.
   *
   * @default {}
   * @example { userId: '123' }
   */
  readonly fixtures?: Fixtures | undefined
}

interface ConventionPacts {
  readonly service: ServiceOptions
  readonly mock: MockOptions | MockCore
  readonly states: StateHandlers
}

/** Options of `verifyPacts`. */
export interface VerifyOptions extends VerifyOptionsOf<ConventionPacts> {}

interface ExtendedPacts extends Omit<ConventionPacts, 'service' | 'mock'> {
  readonly service: ServiceOptionsOf<string, Fixtures & { readonly [name: string]: string | undefined }>
  readonly mock: object
}

/** Options of `verifyPacts` with your own operations and collections. Their scopes and fixtures are known, too. */
export interface ExtendedVerifyOptions extends VerifyOptionsOf<ExtendedPacts> {
  /**
   * Your own operations and collections.
   *
   * @example
   * await verifyPacts({ extend: api, against: { url, fixtures: { 'registration.userId': '42' } } })
   */
  readonly extend: object
}

/** What pacts say about the API. */
export const conventionPacts: PactParts = {
  states: { ...volunteerStates, ...roleStates },
  operations: { getVolunteer: volunteerInPacts, listRoles: rolesInPacts },
  fixtures: fixtureSchemas,
}
