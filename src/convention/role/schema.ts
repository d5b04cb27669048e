import { resource, text, type Page } from '../../contract/fields.js'

/** A group of users (API specification, "Role"). */
export type Role = {
  /** Unique identifier of the role. */
  id: string
  /** Unique name of the role. */
  name: string
}

export const roleSchema = resource<Role>({
  id: text('Unique identifier of the role', ['101']),
  name: text('Unique name of the role', ['registration-staff']),
})

/** One page of roles (API specification, "Role list response"). */
export type RoleList = Page<Role>
