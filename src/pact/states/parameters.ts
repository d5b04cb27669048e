import * as z from 'zod/mini'

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

/** Pact inserts values into paths without encoding them, so an id has only unreserved characters (RFC 3986 §2.3). */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/

/** An id in the path of a request. */
export const pathId = z.optional(
  z
    .union([z.string(), z.pipe(z.number(), z.transform(String))])
    .check(
      z.refine(
        (id) => URL_SAFE.test(id),
        'expected only letters, digits and . _ ~ -, because the id is part of a path',
      ),
    ),
)

/** How an optional field without a value is returned: as `null`, or left out. */
export type NullOrAbsent = 'null' | 'absent' | undefined

/** How a missing value appears: as `null`, or as an absent field. */
export const nullOrAbsent = z.optional(z.enum(['null', 'absent']))

/** How an empty list appears. */
export const arrayNullOrAbsent = z.optional(z.enum(['array', 'null', 'absent']))
