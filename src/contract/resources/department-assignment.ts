import * as z from 'zod/mini'
import { described, resource, text } from './fields.js'
import { departmentStates, type DepartmentState } from './volunteer-values.js'

/** A department that a volunteer has a preference for or is assigned to (API specification, "DepartmentAssignment"). */
export type DepartmentAssignment = {
  /** Unique identifier of the department. */
  id: string
  /** The volunteer's preferences and assignment. */
  states: DepartmentState[]
  /** Name of the department. Optional. */
  name?: string | undefined
}

export const departmentAssignmentSchema = resource<DepartmentAssignment>({
  id: text('Unique identifier of the department'),
  states: described(z.array(z.enum(departmentStates)), "Flags for the volunteer's preference or assignment"),
  name: described(
    z.optional(z.string()),
    'Name of the department. An entry may come back without this field',
  ),
})
