import * as z from 'zod/mini'
import { described, resource, text } from './fields.js'
import { optionTypes, type OptionType } from './volunteer-values.js'

/** A volunteer's answer to a question of the event (API specification, "Option"). */
export type Option = {
  /** The question. */
  name: string
  /** Type of the answer. */
  type: OptionType
  /** The answer. It need not match `type`: the API specification does not require it. */
  value: number | string | string[]
}

export const optionSchema = resource<Option>({
  name: text('Name of the option as defined by the event'),
  type: described(z.enum(optionTypes), 'Type as defined by the event'),
  value: described(
    z.union(
      [z.number(), z.string(), z.array(z.string())],
      'expected a number, a string, or a list of strings',
    ),
    "The option's value",
  ),
})
