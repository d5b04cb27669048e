import * as z from 'zod/mini'
import { scopes } from '../../convention/scopes.js'

/** A whole number. It is a string if it comes from the name of the state. */
function wholeNumber(least: number) {
  const number = z
    .union([z.number(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))])
    .check(
      z.refine(
        (value) => Number.isSafeInteger(value) && value >= least,
        `expected a whole number, at least ${least}`,
      ),
    )
  return z.optional(number)
}

export const positiveNumber = wholeNumber(1)

/** The first page has no cursor. */
export const page = wholeNumber(2)

export const scope = z.optional(z.enum(scopes))

/** How an optional field without a value is returned: as `null`, or left out. */
export type NullOrAbsent = 'null' | 'absent' | undefined

/** How a missing value appears: as `null`, or as an absent field. */
export const nullOrAbsent = z.optional(z.enum(['null', 'absent']))

/** How an empty list appears. */
export const arrayNullOrAbsent = z.optional(z.enum(['array', 'null', 'absent']))
