import type { ListStates } from '../../pact/states/list-states.js'

/** The states of the list of roles. */
export interface RoleStates {
  /** There are exactly this many roles, in pages of this size. */
  readonly rolesExist: ListStates['exist']
  /** There are no roles. */
  readonly noRolesExist: ListStates['noneExist']
  /** On the last page of roles, `nextPage` is null or absent. */
  readonly lastPage: ListStates['lastPage']
  /** There is a cursor that leads to this page of roles. Use this state after `rolesExist`. */
  readonly cursorToPage: ListStates['cursorToPage']
}
