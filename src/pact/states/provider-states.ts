import type { Scope } from '../../contract/scopes.js'
import type { ProviderState, StateDefinition } from './definition.js'
import { roleStates } from './role-states.js'
import { tokenStates } from './token-states.js'
import { volunteerStates } from './volunteer-states.js'

interface OfUser {
  /**
   * The id of the user.
   * @default the user of the states before, else one that conmock picks
   */
  userId?: string | number | undefined
}

interface OfScope {
  /** @default the scope that the operation needs */
  scope?: Scope | undefined
}

/** How an optional field says that there is nothing: as `null`, or by being absent. */
type Nothing = 'null' | 'absent' | null | undefined

type NoParameters = { readonly [name: string]: never }

/** The provider states that conmock brings about in the mock, and finds in a real service. */
export interface ProviderStates {
  /** The user has a volunteer record. Each of its lists has an element, every department a name, the user a preferred name. */
  readonly volunteerExists: ProviderState<OfUser>
  /** The user of the record has no preferred name. */
  readonly volunteerWithoutPreferredName: ProviderState<OfUser & { as?: Nothing }>
  /** The record has one department, without a name. */
  readonly volunteerWithUnnamedDepartment: ProviderState<OfUser>
  /** The record has four options, one of each type. */
  readonly volunteerWithEveryOptionType: ProviderState<OfUser>
  /** The record has no contact methods, no departments and no options. */
  readonly volunteerWithEmptyLists: ProviderState<OfUser>
  /** There is no such user, and so no record. */
  readonly noVolunteer: ProviderState<OfUser>
  /** The user exists and has no volunteer record. */
  readonly userWithoutRecord: ProviderState<OfUser>
  /** There are this many roles, in pages of this size. */
  readonly rolesExist: ProviderState<{
    /** @default as many as there are, 3 if there are none */
    count?: string | number | undefined
    /** @default as the mock has it */
    pageSize?: string | number | undefined
  }>
  /** There are no roles. */
  readonly noRolesExist: ProviderState<{
    /**
     * What `data` is.
     * @default as the mock has it
     */
    as?: Nothing | 'array'
  }>
  /** What `nextPage` is on the last page of roles. */
  readonly lastPage: ProviderState<{ nextPage?: Nothing }>
  /** A cursor that leads to a page of roles. Use it after `rolesExist`. */
  readonly cursorToPage: ProviderState<{
    /**
     * The page. The first page is 1.
     * @default 2
     */
    page?: string | number | undefined
  }>
  /** The token is valid and has this scope, and those of other such states. The request must carry `Authorization`. */
  readonly tokenHasScope: ProviderState<OfScope>
  /** The token is valid and has every scope but this one. The request must carry `Authorization`. */
  readonly tokenLacksScope: ProviderState<OfScope>
  /** The API does not know the token. The request must carry `Authorization`. */
  readonly tokenIsInvalid: ProviderState<NoParameters>
  /** The token has expired. The request must carry `Authorization`. */
  readonly tokenIsExpired: ProviderState<NoParameters>
  /** The request is sent without `Authorization`, even if the pact has it. */
  readonly noCredential: ProviderState<NoParameters>
}

/** The states with their definitions. */
export const definedStates = Object.freeze({ ...volunteerStates, ...roleStates, ...tokenStates })

/**
 * Every provider state of conmock, by a name for code. Each is a function of its parameters.
 *
 * @example
 * pact.addInteraction().given(...providerStates.volunteerExists({ userId: '42' }))
 */
export const providerStates: ProviderStates = Object.freeze({ ...definedStates })

/** What a pact says of a state, and which of our states that is. */
export interface FoundState {
  readonly definition: StateDefinition
  /** The parameters that stand in the text, where the pact has them there. */
  readonly parameters: { readonly [name: string]: string }
}

const definitions = Object.values(definedStates).map(({ definition }) => definition)

/** The names of all states. */
export const stateNames: readonly string[] = definitions.map(({ name }) => name)

function pattern(form: string): RegExp {
  const escaped = form.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  const named = new Set<string>()
  const source = escaped.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const again = named.has(name)
    named.add(name)
    return again ? `\\k<${name}>` : `(?<${name}>[^\\s()]+)`
  })
  return new RegExp(`^${source}$`)
}

/** The parameters that a text holds in the places of a form; nothing when it is not of that form. */
export function parametersIn(form: string, text: string): { [name: string]: string } | undefined {
  if (form === text) return {}
  const match = pattern(form).exec(text)
  return match ? { ...match.groups } : undefined
}

/** Finds the state of a name in a pact. */
export function findState(text: string): FoundState | undefined {
  const exact = definitions.find(({ name, forms }) => name === text || forms.includes(text))
  if (exact) return { definition: exact, parameters: {} }
  for (const definition of definitions) {
    for (const form of definition.forms) {
      const parameters = parametersIn(form, text)
      if (parameters) return { definition, parameters }
    }
  }
  return undefined
}
