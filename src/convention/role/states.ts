import { listStates, type ListStates } from '../../pact/states/list-states.js'
import { listRoles } from './operation.js'

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

export const rolesStates = listStates(listRoles, {
  exist: 'roles exist',
  noneExist: 'no roles exist',
  lastPage: 'the last page',
  cursorToPage: 'a cursor to page',
})

/** The same states by their names in `providerStates`. */
export const roleStates = {
  rolesExist: rolesStates.exist,
  noRolesExist: rolesStates.noneExist,
  lastPage: rolesStates.lastPage,
  cursorToPage: rolesStates.cursorToPage,
}
