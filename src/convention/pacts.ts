import type { OperationInPacts } from '../pact/recording/entry.js'
import type { OperationId } from './operations.js'
import { rolesInPacts } from './role/recorded.js'
import type { Scope } from './scopes.js'
import { volunteerInPacts } from './volunteer/recorded.js'
import type { ProviderState } from '../pact/states/definition.js'
import { roleStates } from './role/states.js'
import { tokenStates } from '../pact/states/token-states.js'
import { volunteerStates } from './volunteer/states.js'

interface OfUser {
  /** The id of the user. @default the user of the previous state, or the user in the path of the request, or any user */
  userId?: string | number | undefined
}

interface OfScope {
  /** The scope of the token. @default the scope that the operation needs */
  scope?: Scope | undefined
}

/** How an optional field without a value is returned: as `null`, or left out. */
type NullOrAbsent = 'null' | 'absent' | null | undefined

type NoParameters = { readonly [name: string]: never }

/** The provider states that conmock sets up in the mock and looks up in a real service. */
export interface ProviderStates {
  /**
   * The user has a volunteer record. Each list in it has at least one element, every department has a name, and the user has
   * a preferred name.
   */
  readonly volunteerExists: ProviderState<OfUser>
  /** The user has a record without a preferred name. */
  readonly volunteerWithoutPreferredName: ProviderState<
    OfUser & {
      /** What `preferredName` is: `null`, or absent. @default the setting of the mock */
      as?: NullOrAbsent
    }
  >
  /** The record has one department, without a name. */
  readonly volunteerWithUnnamedDepartment: ProviderState<OfUser>
  /** The record has four options, one of each type: select, multi, text and number. */
  readonly volunteerWithEveryOptionType: ProviderState<OfUser>
  /** The record has no contact methods, no departments and no options. */
  readonly volunteerWithEmptyLists: ProviderState<OfUser>
  /** The user does not exist. */
  readonly unknownUser: ProviderState<OfUser>
  /** The user exists and has no volunteer record. */
  readonly userWithoutRecord: ProviderState<OfUser>
  /** There are exactly this many roles, in pages of this size. */
  readonly rolesExist: ProviderState<{
    /** The total number of roles. @default the number of roles in the mock, or 3 if it has no roles */
    count?: string | number | undefined
    /** Roles per page. @default the page size of the mock */
    pageSize?: string | number | undefined
  }>
  /** There are no roles. */
  readonly noRolesExist: ProviderState<{
    /** What `data` is: an empty array, `null`, or absent. @default the setting of the mock */
    as?: NullOrAbsent | 'array'
  }>
  /** On the last page of roles, `nextPage` is null or absent. */
  readonly lastPage: ProviderState<{
    /** What `nextPage` is: `null`, or absent. @default the setting of the mock */
    nextPage?: NullOrAbsent
  }>
  /** There is a cursor that leads to this page of roles. Use this state after `rolesExist`. */
  readonly cursorToPage: ProviderState<{
    /** The page that the cursor leads to. The first page is 1. @default 2 */
    page?: string | number | undefined
  }>
  /**
   * The token is valid and has exactly this scope. If the token needs several scopes, use this state once for each scope. The
   * request in the pact must have the header `Authorization`.
   */
  readonly tokenHasScope: ProviderState<OfScope>
  /** The token is valid and has every scope except this one. The request in the pact must have `Authorization`. */
  readonly tokenLacksScope: ProviderState<OfScope>
  /** The token is unknown to the API. The request in the pact must have `Authorization`. */
  readonly tokenIsInvalid: ProviderState<NoParameters>
  /** The token has expired. The request in the pact must have `Authorization`. */
  readonly tokenIsExpired: ProviderState<NoParameters>
  /** The request is sent without `Authorization`, even if the pact has it. */
  readonly noCredential: ProviderState<NoParameters>
}

export const definedStates = Object.freeze({
  ...volunteerStates,
  rolesExist: roleStates.exist,
  noRolesExist: roleStates.noneExist,
  lastPage: roleStates.lastPage,
  cursorToPage: roleStates.cursorToPage,
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
  listRoles: rolesInPacts,
}
