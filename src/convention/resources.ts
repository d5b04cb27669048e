import {
  contactMethodSchema,
  departmentAssignmentSchema,
  optionSchema,
  volunteerSchema,
} from './volunteer/schema.js'
import { roleListSchema, roleSchema } from './role/schema.js'
import { userSchema } from './user/schema.js'
import { descriptions, type ResourceSchema } from '../contract/fields.js'

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
  RoleList: roleListSchema,
})

for (const [id, schema] of Object.entries(resourceSchemas)) descriptions.add(schema, { id })

export type Resources = {
  [Name in ResourceName]: (typeof resourceSchemas)[Name] extends ResourceSchema<infer T> ? T : never
}

export type ResourceName = keyof typeof resourceSchemas
