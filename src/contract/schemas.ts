import * as z from 'zod/mini'
import { departmentStates, optionTypes } from './enums.js'
import { isIso8601 } from './iso-8601.js'
import type { ResourceName } from './resources.js'

/** Descriptions for the OpenAPI document. A separate registry, because the global one of zod belongs to the user. */
export const descriptions = z.registry<{
  id?: ResourceName
  description?: string
  examples?: readonly [string]
}>()

function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  examples?: readonly [string],
): Schema {
  descriptions.add(schema, { description, ...(examples ? { examples } : {}) })
  return schema
}

function resource<Schema extends z.ZodMiniType>(id: ResourceName, schema: Schema): Schema {
  descriptions.add(schema, { id })
  return schema
}

function text(description: string): z.ZodMiniString {
  return described(z.string(), description)
}

export const isoDateSchema = described(
  z.string().check(z.refine(isIso8601, 'expected an ISO-8601 date, for example 2026-01-31T18:30:00.000Z')),
  'ISO-8601 date',
  ['2026-01-31T18:30:00.000Z'],
)

export const phoneSchema = described(
  z
    .string()
    .check(z.regex(/^\+[1-9]\d{1,14}$/, 'expected a phone number in E.164 format, for example +12125550142')),
  'Phone number in E.164 format',
  ['+12125550142'],
)

const contactMethodSchema = resource(
  'ContactMethod',
  z.object({
    name: text('Name of the contact method'),
    isPrimary: described(z.boolean(), "True when this is the volunteer's preferred way of being contacted"),
    value: text('Arbitrary string identifier of the contact method'),
  }),
)

const departmentAssignmentSchema = resource(
  'DepartmentAssignment',
  z.object({
    id: text('Unique identifier of the department'),
    states: described(
      z.array(z.enum(departmentStates)),
      "Flags for the volunteer's preference or assignment",
    ),
    name: described(
      z.optional(z.string()),
      'Name of the department. An entry may come back without this field',
    ),
  }),
)

export const userSchema = resource(
  'User',
  z.object({
    id: text('Unique identifier of the user'),
    firstName: text('First name'),
    lastName: text('Last name'),
    username: text('Username'),
    preferredName: described(
      z.optional(z.nullable(z.string())),
      'If present, used instead of first and last name, except where legally required',
    ),
    phone: phoneSchema,
    email: text('Email address'),
  }),
)

const optionSchema = resource(
  'Option',
  z.object({
    name: text('Name of the option as defined by the event'),
    type: described(z.enum(optionTypes), 'Type as defined by the event'),
    value: described(
      z.union(
        [z.number(), z.string(), z.array(z.string())],
        'expected a number, a string, or a list of strings',
      ),
      "The option's value",
    ),
  }),
)

export const volunteerSchema = resource(
  'Volunteer',
  z.object({
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
  }),
)

export const roleSchema = resource(
  'Role',
  z.object({
    id: text('Unique identifier of the role'),
    name: text('Unique name of the role'),
  }),
)

const roleListSchema = resource(
  'RoleList',
  z.object({
    data: described(z.optional(z.nullable(z.array(roleSchema))), 'Roles that match'),
    nextPage: described(
      z.optional(z.nullable(z.string())),
      'Pagination cursor. When present, more results exist. Pass it as the `nextPage` parameter of the next request',
    ),
  }),
)

/** The schema of every resource, by its name in the API specification. */
export const resourceSchemas = Object.freeze({
  Volunteer: volunteerSchema,
  ContactMethod: contactMethodSchema,
  DepartmentAssignment: departmentAssignmentSchema,
  User: userSchema,
  Option: optionSchema,
  Role: roleSchema,
  RoleList: roleListSchema,
} as const)
