import type { OperationInPacts } from '../pact/recording/entry.js'
import type { OperationId } from './operations.js'
import { listInPacts } from '../pact/recording/list-in-pacts.js'
import { exampleRole } from './role/schema.js'
import { listRoles } from './role/operation.js'
import { volunteerInPacts } from './volunteer/recorded.js'
import { roleStates, statesOfRoles, type RoleStates } from './role/states.js'
import { tokenStates, type TokenStates } from '../pact/states/token-states.js'
import { volunteerStates, type VolunteerStates } from './volunteer/states.js'

/** The provider states that conmock sets up in the mock and looks up in a real service. */
export interface ProviderStates extends VolunteerStates, RoleStates, TokenStates {}

export const definedStates = Object.freeze({
  ...volunteerStates,
  ...roleStates,
  ...tokenStates,
})

/**
 * All provider states of conmock. Each is a function that takes the parameters and returns the arguments of `given()`.
 *
 * @example
 * pact.addInteraction().given(...providerStates.volunteerExists({ userId: '42' }))
 */
export const providerStates: ProviderStates = Object.freeze({ ...definedStates })

/** What pacts say about each operation. */
export const inPacts: { readonly [Id in OperationId]: OperationInPacts } = {
  getVolunteer: volunteerInPacts,
  listRoles: listInPacts(listRoles, statesOfRoles, exampleRole),
}
