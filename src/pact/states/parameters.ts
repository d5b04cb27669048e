import * as z from 'zod/mini'
import { scopes } from '../../contract/scopes.js'

/** What the documentation says about a parameter. */
export const parameterDescriptions = z.registry<{ description: string }>()

function optional<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
): z.ZodMiniOptional<Schema> {
  const parameter = z.optional(schema)
  parameterDescriptions.add(parameter, { description })
  return parameter
}

/** Pact puts values into paths as they are, so an id must need no encoding there (RFC 3986 §2.3). */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/

export const userId = optional(
  z
    .union([z.string(), z.pipe(z.number(), z.transform(String))])
    .check(
      z.refine(
        (id) => URL_SAFE.test(id),
        'expected an id of letters, digits and . _ ~ -, for it goes into a path',
      ),
    ),
  "The user's id. Default: the user of the previous states, else the user in the path of the request, else any user",
)

/** A whole number, which a pact without parameters holds as text. */
function wholeNumber(least: number, description: string) {
  const number = z
    .union([z.number(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))])
    .check(
      z.refine(
        (value) => Number.isSafeInteger(value) && value >= least,
        `expected a whole number from ${least}`,
      ),
    )
  return optional(number, description)
}

export const count = wholeNumber(
  1,
  'How many roles there are in all. Default: as many as there are, 3 if none',
)
export const pageSize = wholeNumber(1, 'Roles per page. Default: as the mock has it')
export const page = wholeNumber(2, 'The page that the cursor leads to; the first is 1. Default: 2')

export const scope = optional(z.enum(scopes), 'The scope. Default: the one that the operation needs')

/** In JSON the word is easily written as the value. */
const asNull = z.pipe(
  z.null(),
  z.transform(() => 'null' as const),
)

/** How something that is not there is shown. */
export function nothingAs(description: string) {
  return optional(z.union([z.enum(['null', 'absent']), asNull], 'expected null or absent'), description)
}

export const noRolesAs = optional(
  z.union([z.enum(['array', 'null', 'absent']), asNull], 'expected array, null or absent'),
  'What `data` is then: an empty array, null, or absent. Default: as the mock has it',
)
