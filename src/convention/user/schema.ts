import * as z from 'zod/mini'
import { described } from '../../common/description.js'
import { phoneSchema, resource, text } from '../../contract/fields.js'

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

export const userSchema = resource<User>({
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
})
