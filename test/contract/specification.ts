import type {
  ContactMethod,
  DepartmentAssignment,
  VolunteerOption,
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

const option: VolunteerOption = { name: 'Volunteer Days', type: 'multi', value: ['Friday', 'Saturday'] }

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

export const jsonKinds = {
  string: 'text',
  number: 7,
  boolean: true,
  array: ['text'],
  object: {},
  null: null,
} as const

/** The tables of the API specification: the JSON types of each field, and whether it may be missing (`?`). */
export const tables: Readonly<Record<keyof typeof valid, Record<string, string>>> = {
  Volunteer: {
    id: 'string',
    createdAt: 'string',
    updatedAt: 'string',
    contactMethods: 'array',
    departments: 'array',
    user: 'object',
    options: 'array',
  },
  ContactMethod: { name: 'string', isPrimary: 'boolean', value: 'string' },
  DepartmentAssignment: { id: 'string', states: 'array', name: 'string?' },
  User: {
    id: 'string',
    firstName: 'string',
    lastName: 'string',
    username: 'string',
    preferredName: 'string null?',
    phone: 'string',
    email: 'string',
  },
  Option: { name: 'string', type: 'string', value: 'number string array' },
  Role: { id: 'string', name: 'string' },
  RoleList: { data: 'array null?', nextPage: 'string null?' },
}
