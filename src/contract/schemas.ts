import * as z from 'zod'
import { departmentStates, optionTypes } from './enums.js'
import { isIso8601 } from './iso-8601.js'

const isoDate = z
  .string()
  .refine(isIso8601, 'expected an ISO-8601 date, for instance 2026-01-31T18:30:00.000Z')
  .meta({ description: 'ISO-8601 date', examples: ['2026-01-31T18:30:00.000Z'] })

const phone = z
  .string()
  .regex(/^\+[1-9]\d{1,14}$/, 'expected a phone number in E.164 format, for instance +12125550142')
  .meta({ description: 'Phone number in E.164 format', examples: ['+12125550142'] })

/** One way of contacting a volunteer (document, "ContactMethod"). */
const contactMethodSchema = z
  .object({
    name: z.string().meta({ description: 'Name of the contact method' }),
    isPrimary: z
      .boolean()
      .meta({ description: "True when this is the volunteer's preferred way of being contacted" }),
    value: z.string().meta({ description: 'Arbitrary string identifier of the contact method' }),
  })
  .meta({ id: 'ContactMethod' })

/** A department where the volunteer has a preference or an assignment (document, "DepartmentAssignment"). */
const departmentAssignmentSchema = z
  .object({
    id: z.string().meta({ description: 'Unique identifier of the department' }),
    states: z
      .array(z.enum(departmentStates))
      .meta({ description: "Flags for the volunteer's preference or assignment" }),
    name: z
      .string()
      .optional()
      .meta({ description: 'Name of the department. An entry may come back without this field' }),
  })
  .meta({ id: 'DepartmentAssignment' })

/** A user's identity (document, "User"). */
export const userSchema = z
  .object({
    id: z.string().meta({ description: 'Unique identifier of the user' }),
    firstName: z.string().meta({ description: 'First name' }),
    lastName: z.string().meta({ description: 'Last name' }),
    username: z.string().meta({ description: 'Username' }),
    preferredName: z.string().nullable().optional().meta({
      description: 'If present, used instead of first and last name, except where legally required',
    }),
    phone,
    email: z.string().meta({ description: 'Email address' }),
  })
  .meta({ id: 'User' })

/** Data that the volunteer gave to a question of the event (document, "Option"). */
const optionSchema = z
  .object({
    name: z.string().meta({ description: 'Name of the option as defined by the event' }),
    type: z.enum(optionTypes).meta({ description: 'Type as defined by the event' }),
    value: z
      .union(
        [z.number(), z.string(), z.array(z.string())],
        'expected a number, a string, or a list of strings',
      )
      .meta({ description: "The option's value" }),
  })
  .meta({ id: 'Option' })

/** One user's volunteer application within a convention (document, "Volunteer"). */
export const volunteerSchema = z
  .object({
    id: z.string().meta({ description: 'Unique identifier of the volunteer record' }),
    createdAt: isoDate,
    updatedAt: isoDate,
    contactMethods: z
      .array(contactMethodSchema)
      .meta({ description: 'Contact methods provided by the volunteer' }),
    departments: z
      .array(departmentAssignmentSchema)
      .meta({ description: 'Departments where the volunteer has a preference or an assignment' }),
    user: userSchema,
    options: z
      .array(optionSchema)
      .meta({ description: 'Event-customized options holding arbitrary data provided by the volunteer' }),
  })
  .meta({ id: 'Volunteer' })

/** A group of users (document, "Role"). */
export const roleSchema = z
  .object({
    id: z.string().meta({ description: 'Unique identifier of the role' }),
    name: z.string().meta({ description: 'Unique name of the role' }),
  })
  .meta({ id: 'Role' })

/** One page of roles (document, "Role list response"). */
const roleListSchema = z
  .object({
    data: z.array(roleSchema).nullable().optional().meta({ description: 'Roles that match' }),
    nextPage: z.string().nullable().optional().meta({
      description:
        'Pagination cursor. When present, more results exist. Pass it as the `nextPage` parameter of the next request',
    }),
  })
  .meta({ id: 'RoleList' })

/** Every resource of the document by its name. */
export const schemas = Object.freeze({
  Volunteer: volunteerSchema,
  ContactMethod: contactMethodSchema,
  DepartmentAssignment: departmentAssignmentSchema,
  User: userSchema,
  Option: optionSchema,
  Role: roleSchema,
  RoleList: roleListSchema,
} as const)

/** One way of contacting a volunteer. */
export type ContactMethod = z.infer<typeof contactMethodSchema>
/** A department where the volunteer has a preference or an assignment. */
export type DepartmentAssignment = z.infer<typeof departmentAssignmentSchema>
/** A user's identity. */
export type User = z.infer<typeof userSchema>
/** Data that the volunteer gave to a question of the event. */
export type Option = z.infer<typeof optionSchema>
/** One user's volunteer application within a convention. */
export type Volunteer = z.infer<typeof volunteerSchema>
/** A group of users. */
export type Role = z.infer<typeof roleSchema>
/** One page of roles. */
export type RoleList = z.infer<typeof roleListSchema>
