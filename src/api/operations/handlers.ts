import { operations, type ListOperationId, type OperationId } from '../../contract/operations.js'
import { ListPages } from '../list-pages.js'
import { VolunteerHandler } from './get-volunteer.js'
import type { HandlerParts, OperationHandler } from './operation-handler.js'

export type Handlers = { readonly [Id in OperationId]: OperationHandler }

/** The handlers of all operations that do not return a list in pages. */
const handlers: {
  readonly [Id in Exclude<OperationId, ListOperationId>]: new (parts: HandlerParts) => OperationHandler
} = {
  getVolunteer: VolunteerHandler,
}

export function createHandlers(parts: HandlerParts): Handlers {
  const entries = Object.values(operations).map((operation) => [
    operation.id,
    'list' in operation ? new ListPages(operation.list, parts) : new handlers[operation.id](parts),
  ])
  return Object.fromEntries(entries) as Handlers
}
