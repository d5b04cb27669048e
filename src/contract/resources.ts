// Type aliases and not interfaces, so that a record can be passed where a `Record<string, unknown>` is expected.

/** One way to contact a volunteer (API specification, "ContactMethod"). */
export type ContactMethod = {
  /** Name of the contact method, for example `email` or `telegram`. */
  name: string
  /** `true` for the volunteer's preferred way to be contacted. */
  isPrimary: boolean
  /** The address, number or handle. */
  value: string
}

/** A flag of a department entry (API specification, "States and transitions"). An entry may carry several. */
export type DepartmentState = 'experience' | 'interest' | 'avoid' | 'assignment' | 'request'

/** A department that the volunteer prefers or is assigned to (API specification, "DepartmentAssignment"). */
export type DepartmentAssignment = {
  /** Unique identifier of the department. */
  id: string
  /** The volunteer's preference or assignment. */
  states: DepartmentState[]
  /** Name of the department. The API may leave it out. */
  name?: string | undefined
}

/** A person who is registered with the convention (API specification, "User"). */
export type User = {
  /** Unique identifier of the user: the `:id` in `/api/v0/users/:id/volunteer`. */
  id: string
  firstName: string
  lastName: string
  username: string
  /** Used instead of first and last name, except where the legal name is required. The API may leave it out. */
  preferredName?: string | null | undefined
  /** Phone number in E.164 format, for example `+12125550142`. */
  phone: string
  email: string
}

/** The type of an {@link Option}, as the event defines it. */
export type OptionType = 'select' | 'multi' | 'text' | 'number'

/** A volunteer's answer to a question of the event (API specification, "Option"). */
export type Option = {
  /** The question. */
  name: string
  type: OptionType
  /** The answer. The API specification does not say that it must match `type`. */
  value: number | string | string[]
}

/** A user's volunteer application (API specification, "Volunteer"). */
export type Volunteer = {
  /** Unique identifier of the record. It is not the id of the user. */
  id: string
  /** When the record was created, as an ISO 8601 date. */
  createdAt: string
  /** When the record was last updated, as an ISO 8601 date. */
  updatedAt: string
  contactMethods: ContactMethod[]
  /** The departments where the volunteer has a preference or an assignment. */
  departments: DepartmentAssignment[]
  /** The user the record belongs to. */
  user: User
  /** The volunteer's answers to the event's own questions. */
  options: Option[]
}

/** A group of users (API specification, "Role"). */
export type Role = {
  /** Unique identifier of the role. */
  id: string
  /** Unique name of the role. */
  name: string
}

/** One page of roles (API specification, "Role list response"). */
export type RoleList = {
  /** The roles on this page. */
  data?: Role[] | null | undefined
  /** The cursor of the next page. Absent or `null` on the last page. */
  nextPage?: string | null | undefined
}

/** Every resource of the API specification, by name. */
export interface Resources {
  Volunteer: Volunteer
  ContactMethod: ContactMethod
  DepartmentAssignment: DepartmentAssignment
  User: User
  Option: Option
  Role: Role
  RoleList: RoleList
}

/** Name of a resource. */
export type ResourceName = keyof Resources
