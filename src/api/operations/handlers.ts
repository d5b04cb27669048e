import type { OperationId } from '../../contract/operations.js'
import { ListPages } from '../list-pages.js'
import { VolunteerHandler } from './get-volunteer.js'
import type { HandlerParts, OperationHandler } from './operation-handler.js'

/** The handler of each operation. */
export type Handlers = { readonly [Id in OperationId]: OperationHandler }

export function createHandlers(parts: HandlerParts): Handlers {
  return {
    getVolunteer: new VolunteerHandler(parts),
    listRoles: new ListPages('roles', parts),
  }
}
