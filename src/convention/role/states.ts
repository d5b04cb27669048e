import type { ProviderState } from '../../pact/states/definition.js'
import { listStates } from '../../pact/states/list-states.js'
import type { NullOrAbsent } from '../../pact/states/parameters.js'
import { listRoles } from './operation.js'

/** The states of the list of roles. */
export interface RoleStates {
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
}

/** The first list of the API does not name itself in all of its states. */
export const statesOfRoles = listStates(listRoles, {
  lastPage: 'the last page',
  cursorToPage: 'a cursor to page',
})

export const roleStates = {
  rolesExist: statesOfRoles.exist,
  noRolesExist: statesOfRoles.noneExist,
  lastPage: statesOfRoles.lastPage,
  cursorToPage: statesOfRoles.cursorToPage,
}
