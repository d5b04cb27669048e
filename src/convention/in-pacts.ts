import type { OperationInPacts } from '../pact/recording/entry.js'
import type { OperationId } from './operations.js'
import { rolesInPacts } from './role/recorded.js'
import { volunteerInPacts } from './volunteer/recorded.js'

/** What pacts say about each operation. */
export const inPacts: { readonly [Id in OperationId]: OperationInPacts } = {
  getVolunteer: volunteerInPacts,
  listRoles: rolesInPacts,
}
