import * as z from 'zod/mini'
import { described } from '../../common/description.js'
import { isoDateSchema, resource, text } from '../../contract/fields.js'
import { userSchema, type User } from '../user/schema.js'
import { departmentStates, optionTypes, type DepartmentState, type OptionType } from './values.js'

/** One way to contact a volunteer (API specification, "ContactMethod"). */
export type ContactMethod = {
  /** Name of the contact method, for example `email` or `telegram`. */
  name: string
  /** `true` for the volunteer's preferred way to be contacted. */
  isPrimary: boolean
  /** The address, number or handle. */
  value: string
}

export const contactMethodSchema = resource<ContactMethod>({
  name: text('Name of the contact method'),
  isPrimary: described(z.boolean(), "True when this is the volunteer's preferred way of being contacted"),
  value: text('Arbitrary string identifier of the contact method'),
})

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

/** A volunteer's answer to a question of the event (API specification, "Option"). */
export type VolunteerOption = {
  /** The question. */
  name: string
  /** Type of the answer. */
  type: OptionType
  /** The answer. It need not match `type`: the API specification does not require it. */
  value: number | string | string[]
}

export const optionSchema = resource<VolunteerOption>({
  name: text('Name of the option as defined by the event'),
  type: described(z.enum(optionTypes), 'Type as defined by the event'),
  value: described(
    z.union(
      [z.number(), z.string(), z.array(z.string())],
      'expected a number, a string, or a list of strings',
    ),
    "The option's value",
  ),
})

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
  options: VolunteerOption[]
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
