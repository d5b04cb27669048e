import type { HandlerParts, OperationHandler } from '../api/operation-handler.js'
import type { ListOperationId, OperationId } from './operations.js'
import { VolunteerHandler } from './volunteer/answer.js'

/** What answers the operations that return no list. */
export const handlers: {
  readonly [Id in Exclude<OperationId, ListOperationId>]: new (parts: HandlerParts) => OperationHandler
} = { getVolunteer: VolunteerHandler }
