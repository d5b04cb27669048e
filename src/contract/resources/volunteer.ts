import * as z from 'zod/mini'
import { contactMethodSchema, type ContactMethod } from './contact-method.js'
import { departmentAssignmentSchema, type DepartmentAssignment } from './department-assignment.js'
import { described, isoDateSchema, resource, text } from './fields.js'
import { optionSchema, type Option } from './option.js'
import { userSchema, type User } from './user.js'

/** A user's volunteer application (API specification, "Volunteer"). */
export type Volunteer = {
  /** Unique identifier of the record. It is not the id of the user. */
  id: string
  /** When the record was created, as an ISO 8601 date. */
  createdAt: string
  /** When the record was last updated, as an ISO 8601 date. */
  updatedAt: string
  /** How to contact the volunteer. */
  contactMethods: ContactMethod[]
  /** The departments where the volunteer has a preference or an assignment. */
  departments: DepartmentAssignment[]
  /** The user of this record. */
  user: User
  /** The volunteer's answers to the event's own questions. */
  options: Option[]
}

export const volunteerSchema = resource<Volunteer>({
  id: text('Unique identifier of the volunteer record'),
  createdAt: isoDateSchema,
  updatedAt: isoDateSchema,
  contactMethods: described(z.array(contactMethodSchema), 'Contact methods provided by the volunteer'),
  departments: described(
    z.array(departmentAssignmentSchema),
    'Departments where the volunteer has a preference or an assignment',
  ),
  user: userSchema,
  options: described(
    z.array(optionSchema),
    'Event-customized options holding arbitrary data provided by the volunteer',
  ),
})
