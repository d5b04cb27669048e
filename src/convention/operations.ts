import { deepFreeze } from '../common/freeze.js'
import { getVolunteer } from './volunteer/operation.js'
import { listRoles } from './role/operation.js'

/** The operations of the API specification (section "Endpoints"). */
export const operations = deepFreeze({
  getVolunteer,
  listRoles,
})

/** Name of an operation. */
export type OperationId = keyof typeof operations

/** Name of a case of a successful response, for example `roles.page.last`. */
export type CaseName = { [Id in OperationId]: keyof (typeof operations)[Id]['cases'] }[OperationId]

/** The reason of a refusal that only some operations have. Distributes over the operations. */
export type OperationReason = { [Id in OperationId]: keyof (typeof operations)[Id]['refusals'] }[OperationId]
