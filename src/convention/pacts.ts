import type { OperationInPacts } from '../pact/recording/entry.js'
import type { OperationId } from './operations.js'
import { listsInPacts } from '../pact/recording/list-in-pacts.js'
import type { StateDefinition } from '../pact/states/definition.js'
import { namedListStates } from '../pact/states/list-states.js'
import { volunteerInPacts } from './volunteer/recorded.js'
import type { RoleStates } from './role/states.js'
import { tokenStates, type TokenStates } from '../pact/states/token-states.js'
import { volunteerStates, type VolunteerStates } from './volunteer/states.js'

interface StatesOfLists extends RoleStates {}

/** The provider states that conmock sets up in the mock and looks up in a real service. */
export interface ProviderStates extends VolunteerStates, StatesOfLists, TokenStates {}

type Defined<States> = {
  readonly [Name in keyof States]: States[Name] & { readonly definition: StateDefinition }
}

export const definedStates = Object.freeze({
  ...volunteerStates,
  ...(namedListStates as Defined<StatesOfLists>),
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
  ...listsInPacts,
}
