// Type aliases, because interfaces are not assignable to `Record<string, unknown>`.

/** One way to contact a volunteer (API specification, "ContactMethod"). */
export type ContactMethod = {
  /** Name of the contact method, for example `email` or `telegram`. */
  name: string
  /** `true` for the volunteer's preferred way to be contacted. */
  isPrimary: boolean
  /** The address, number or handle. */
  value: string
}

/** State of a department entry (API specification, "States and transitions"). An entry may have several. */
export type DepartmentState = 'experience' | 'interest' | 'avoid' | 'assignment' | 'request'

/** A department that a volunteer has a preference for or is assigned to (API specification, "DepartmentAssignment"). */
export type DepartmentAssignment = {
  /** Unique identifier of the department. */
  id: string
  /** The volunteer's preferences and assignment. */
  states: DepartmentState[]
  /** Name of the department. Optional. */
  name?: string | undefined
}

/** A person who is registered with the convention (API specification, "User"). */
export type User = {
  /** Unique identifier of the user: the `:id` in `/api/v0/users/:id/volunteer`. */
  id: string
  /** First name. */
  firstName: string
  /** Last name. */
  lastName: string
  /** Username. */
  username: string
  /** Used instead of first and last name, except where the legal name is required. Optional. */
  preferredName?: string | null | undefined
  /** Phone number in E.164 format, for example `+12125550142`. */
  phone: string
  /** Email address. */
  email: string
}

/** Type of an {@link Option}, as the event defines it. */
export type OptionType = 'select' | 'multi' | 'text' | 'number'

/** A volunteer's answer to a question of the event (API specification, "Option"). */
export type Option = {
  /** The question. */
  name: string
  /** Type of the answer. */
  type: OptionType
  /** The answer. It need not match `type`: the API specification does not require it. */
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
  /** How to contact the volunteer. */
  contactMethods: ContactMethod[]
  /** The departments where the volunteer has a preference or an assignment. */
  departments: DepartmentAssignment[]
  /** The user of this record. */
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
  /** The roles on this page. Absent or `null` is possible when there are no roles. */
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
