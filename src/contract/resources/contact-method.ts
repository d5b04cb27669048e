import * as z from 'zod/mini'
import { described, resource, text } from './fields.js'

/** One way to contact a volunteer (API specification, "ContactMethod"). */
export type ContactMethod = {
  /** Name of the contact method, for example `email` or `telegram`. */
  name: string
  /** `true` for the volunteer's preferred way to be contacted. */
  isPrimary: boolean
  /** The address, number or handle. */
  value: string
}

export const contactMethodSchema = resource<ContactMethod>({
  name: text('Name of the contact method'),
  isPrimary: described(z.boolean(), "True when this is the volunteer's preferred way of being contacted"),
  value: text('Arbitrary string identifier of the contact method'),
})
