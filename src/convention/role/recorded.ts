import { listInPacts } from '../../pact/recording/list-in-pacts.js'
import { exampleRole } from './example.js'
import { listRoles } from './operation.js'
import { statesOfRoles } from './states.js'

export const rolesInPacts = listInPacts(listRoles, statesOfRoles, exampleRole)
