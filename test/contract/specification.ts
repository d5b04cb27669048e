import type { Resources } from '../../src/contract/resources.js'
import type {
  ContactMethod,
  DepartmentAssignment,
  Option,
  Role,
  RoleList,
  User,
  Volunteer,
} from '../../src/index.js'

/** One record of each resource with all optional fields, written by hand from the API specification. */
const contactMethod: ContactMethod = { name: 'email', isPrimary: true, value: 'robin@example.org' }

const department: DepartmentAssignment = { id: '1', states: ['interest', 'request'], name: 'Registration' }

const user: User = {
  id: '1',
  firstName: 'Robin',
  lastName: 'Winter',
  username: 'robin_winter',
  preferredName: 'Rob',
  phone: '+14155550101',
  email: 'robin@example.org',
}

const option: Option = { name: 'Volunteer Days', type: 'multi', value: ['Friday', 'Saturday'] }

const volunteer: Volunteer = {
  id: '50000001',
  createdAt: '2025-10-04T09:15:00.000Z',
  updatedAt: '2025-11-20T18:42:07Z',
  contactMethods: [contactMethod],
  departments: [department],
  user,
  options: [option],
}

const role: Role = { id: '1', name: 'staff' }

const roleList: RoleList = { data: [role], nextPage: 'cursor' }

export const valid = {
  Volunteer: volunteer,
  ContactMethod: contactMethod,
  DepartmentAssignment: department,
  User: user,
  Option: option,
  Role: role,
  RoleList: roleList,
} as const

/** A value for each JSON type. */
export const jsonKinds = {
  string: 'text',
  number: 7,
  boolean: true,
  array: ['text'],
  object: {},
  null: null,
} as const

export type JsonKind = keyof typeof jsonKinds

/** The tables of the API specification: the JSON types of each field, and whether it is optional. */
export const tables: Record<
  keyof Resources,
  Record<string, { kinds: readonly JsonKind[]; optional?: true }>
> = {
  Volunteer: {
    id: { kinds: ['string'] },
    createdAt: { kinds: ['string'] },
    updatedAt: { kinds: ['string'] },
    contactMethods: { kinds: ['array'] },
    departments: { kinds: ['array'] },
    user: { kinds: ['object'] },
    options: { kinds: ['array'] },
  },
  ContactMethod: {
    name: { kinds: ['string'] },
    isPrimary: { kinds: ['boolean'] },
    value: { kinds: ['string'] },
  },
  DepartmentAssignment: {
    id: { kinds: ['string'] },
    states: { kinds: ['array'] },
    name: { kinds: ['string'], optional: true },
  },
  User: {
    id: { kinds: ['string'] },
    firstName: { kinds: ['string'] },
    lastName: { kinds: ['string'] },
    username: { kinds: ['string'] },
    preferredName: { kinds: ['string', 'null'], optional: true },
    phone: { kinds: ['string'] },
    email: { kinds: ['string'] },
  },
  Option: {
    name: { kinds: ['string'] },
    type: { kinds: ['string'] },
    value: { kinds: ['number', 'string', 'array'] },
  },
  Role: { id: { kinds: ['string'] }, name: { kinds: ['string'] } },
  RoleList: {
    data: { kinds: ['array', 'null'], optional: true },
    nextPage: { kinds: ['string', 'null'], optional: true },
  },
}
