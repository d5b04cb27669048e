import { deepFreeze } from '../common/freeze.js'
import { getVolunteer } from './volunteer/operation.js'
import { listRoles, type RoleAssumptions } from './role/operation.js'
import { describeAssumptions, prefixed } from '../contract/list.js'
import type { OperationDescriptor } from '../contract/operation.js'

/** The title of the API specification. */
export const API_TITLE = 'Convention Volunteer and Role Read API'

/** The operations of the API specification (section "Endpoints"). */
export const operations = deepFreeze({
  getVolunteer,
  listRoles,
})

/** Name of an operation. */
export type OperationId = keyof typeof operations

export type ListOperationId = Extract<(typeof operations)[OperationId], { readonly list: string }>['id']

/** An operation of the API specification. */
export interface Operation extends OperationDescriptor {
  readonly id: OperationId
  readonly scope: (typeof operations)[OperationId]['scope']
}

/** Name of a case of a successful response, for example `roles.page.last`. */
export type CaseName = { [Id in OperationId]: keyof (typeof operations)[Id]['cases'] }[OperationId]

export const caseNames = Object.values(operations).flatMap(({ cases }) => Object.keys(cases) as CaseName[])

/** Name of a list that is returned in pages. */
export type ListName = Extract<(typeof operations)[OperationId], { readonly list: string }>['list']

/** An operation that returns a list in pages. */
export type ListOperation = (typeof operations)[ListOperationId]

export const listOperations: readonly ListOperation[] = Object.values(operations).filter(
  (operation) => 'list' in operation,
)

/** What the API specification leaves open about the lists: rows of `assumptions`. */
export interface AssumptionsOfLists extends RoleAssumptions {}

export const listAssumptions = Object.assign(
  {},
  ...listOperations.map((operation) => prefixed(operation.list, describeAssumptions(operation))),
) as AssumptionsOfLists

/** Returns the list that an operation returns in pages. `undefined` for all other operations. */
export function getList(operation: string): ListName | undefined {
  return listOperations.find(({ id }) => id === operation)?.list
}

/** What provider states call the ids in the paths of operations. */
export const stateIds: readonly string[] = Object.values(operations).flatMap((operation) =>
  'stateId' in operation ? [operation.stateId] : [],
)
