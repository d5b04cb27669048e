import { listInPacts } from '../../pact/recording/list-in-pacts.js'
import { listRoles } from './operation.js'
import { roleKind } from './records.js'
import { rolesStates } from './states.js'

export const rolesInPacts = listInPacts(listRoles, roleKind, rolesStates)
