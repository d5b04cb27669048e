import * as z from 'zod'
import { scopes } from '../../contract/operations.js'

/** Pact puts values into paths as they are, so an id must need no encoding there (RFC 3986 §2.3). */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/

export const userId = z
  .union([z.string(), z.number().transform(String)])
  .refine((id) => URL_SAFE.test(id), 'expected an id of letters, digits and . _ ~ -, for it goes into a path')
  .optional()
  .meta({
    description: "The user's id. Default: the user of the states before, else a user of the mock's choice",
  })

/** A whole number, which a pact without parameters holds as text. */
function wholeNumber(least: number, description: string) {
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .refine((value) => Number.isSafeInteger(value) && value >= least, `expected a whole number from ${least}`)
    .optional()
    .meta({ description })
}

export const count = wholeNumber(
  1,
  'How many roles there are in all. Default: as many as there are, 3 if none',
)
export const pageSize = wholeNumber(1, 'Roles per page. Default: as the mock has it')
export const page = wholeNumber(2, 'The page that the cursor leads to; the first is 1. Default: 2')

export const scope = z
  .enum(scopes)
  .optional()
  .meta({ description: 'The scope. Default: the one that the operation needs' })

/** In JSON the word is easily written as the value. */
const asNull = z.null().transform(() => 'null' as const)

/** How something that is not there is shown. */
export function nothingAs(description: string) {
  return z
    .union([z.enum(['null', 'absent']), asNull], 'expected null or absent')
    .optional()
    .meta({ description })
}

export const noRolesAs = z
  .union([z.enum(['array', 'null', 'absent']), asNull], 'expected array, null or absent')
  .optional()
  .meta({ description: 'What `data` is then: an empty array, null, or absent. Default: as the mock has it' })
