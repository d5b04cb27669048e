import { listStates } from '../../pact/states/list-states.js'
import { listRoles } from './operation.js'

/** The states of the list of roles. The first list of the API does not name itself in all of them. */
export const roleStates = listStates(listRoles, {
  lastPage: 'the last page',
  cursorToPage: 'a cursor to page',
})
