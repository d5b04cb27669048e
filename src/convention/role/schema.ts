import { createPageSchema, resource, text, type Page, type ResourceSchema } from '../../contract/fields.js'

/** A group of users (API specification, "Role"). */
export type Role = {
  /** Unique identifier of the role. */
  id: string
  /** Unique name of the role. */
  name: string
}

export const roleSchema = resource<Role>({
  id: text('Unique identifier of the role'),
  name: text('Unique name of the role'),
})

/** The default example in a pact. */
export const exampleRole: Role = { id: '101', name: 'registration-staff' }

/** One page of roles (API specification, "Role list response"). */
export type RoleList = Page<Role>

export const roleListSchema: ResourceSchema<RoleList> = createPageSchema<Role>(roleSchema, 'Roles that match')
