import {
  contactMethodSchema,
  departmentAssignmentSchema,
  optionSchema,
  volunteerSchema,
} from './resources/volunteer.js'
import { roleListSchema, roleSchema } from './resources/role.js'
import { userSchema } from './resources/user.js'
import { descriptions, type ResourceSchema } from './resources/fields.js'

export type * from './resources/role.js'
export type * from './resources/user.js'
export type * from './resources/volunteer.js'
export type * from './resources/volunteer-values.js'

export const resourceSchemas = Object.freeze({
  ContactMethod: contactMethodSchema,
  DepartmentAssignment: departmentAssignmentSchema,
  User: userSchema,
  Option: optionSchema,
  Volunteer: volunteerSchema,
  Role: roleSchema,
  RoleList: roleListSchema,
})

for (const [id, schema] of Object.entries(resourceSchemas)) descriptions.add(schema, { id })

export type Resources = {
  [Name in ResourceName]: (typeof resourceSchemas)[Name] extends ResourceSchema<infer T> ? T : never
}

export type ResourceName = keyof typeof resourceSchemas
