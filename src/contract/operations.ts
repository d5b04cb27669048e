import { deepFreeze } from '../common/freeze.js'
import { getVolunteer } from './operations/get-volunteer.js'
import { listRoles, roleAssumptions } from './operations/list-roles.js'
import type { OperationDescriptor } from './operations/operation.js'

/** The operations of the API specification (section "Endpoints"). */
export const operations = deepFreeze({ getVolunteer, listRoles })

/** What the API specification leaves open about the lists: rows of `assumptions`. */
export const listAssumptions: typeof roleAssumptions = { ...roleAssumptions }

/** Name of an operation. */
export type OperationId = keyof typeof operations

export type ListOperationId = Extract<(typeof operations)[OperationId], { readonly list: string }>['id']

/** An operation of the API specification. */
export interface Operation extends OperationDescriptor {
  readonly id: OperationId
}

/** Name of a case of a successful response, for example `roles.page.last`. */
export type CaseName = { [Id in OperationId]: keyof (typeof operations)[Id]['cases'] }[OperationId]

export const caseNames = Object.values(operations).flatMap(({ cases }) => Object.keys(cases) as CaseName[])
