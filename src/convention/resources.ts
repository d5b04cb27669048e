import {
  contactMethodSchema,
  departmentAssignmentSchema,
  optionSchema,
  volunteerSchema,
  type Volunteer,
} from './volunteer/schema.js'
import { roleSchema, type Role } from './role/schema.js'
import { userSchema, type User } from './user/schema.js'
import { createPageSchema } from '../contract/fields.js'

export type * from './role/schema.js'
export type * from './user/schema.js'
export type * from './volunteer/schema.js'
export type * from './volunteer/values.js'

export const resourceSchemas = Object.freeze({
  ContactMethod: contactMethodSchema,
  DepartmentAssignment: departmentAssignmentSchema,
  User: userSchema,
  Option: optionSchema,
  Volunteer: volunteerSchema,
  Role: roleSchema,
  RoleList: createPageSchema<Role>(roleSchema, 'Roles that match'),
})

/** The record type of each kind. Editors show these comments for the members of a mock and of its data. */
export interface RecordTypes {
  /** The volunteer records with their users. */
  volunteers: Volunteer
  /** The users. Data files leave out those of volunteer records. */
  users: User
  /** The roles. */
  roles: Role
}
