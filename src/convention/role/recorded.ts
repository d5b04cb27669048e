import { listInPacts } from '../../pact/recording/list-in-pacts.js'
import { exampleRole } from '../examples.js'
import { listRoles } from './operation.js'
import { roleStates } from './states.js'

export const rolesInPacts = listInPacts(listRoles, roleStates, exampleRole)
