import * as z from 'zod/mini'
import { scopes } from '../../contract/scopes.js'

/** The descriptions of parameters in docs/pact.md. */
export const parameterDescriptions = z.registry<{ description: string }>()

function optional<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
): z.ZodMiniOptional<Schema> {
  const parameter = z.optional(schema)
  parameterDescriptions.add(parameter, { description })
  return parameter
}

/** Pact inserts values into paths without encoding them, so an id has only unreserved characters (RFC 3986 §2.3). */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/

export const userId = optional(
  z
    .union([z.string(), z.pipe(z.number(), z.transform(String))])
    .check(
      z.refine(
        (id) => URL_SAFE.test(id),
        'expected only letters, digits and . _ ~ -, because the id is part of a path',
      ),
    ),
  'The id of the user. Default: the user of the previous state, or the user in the path of the request, or any user',
)

/** A whole number. It is a string if it comes from the name of the state. */
function wholeNumber(least: number, description: string) {
  const number = z
    .union([z.number(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))])
    .check(
      z.refine(
        (value) => Number.isSafeInteger(value) && value >= least,
        `expected a whole number, at least ${least}`,
      ),
    )
  return optional(number, description)
}

export const count = wholeNumber(
  1,
  'The total number of roles. Default: the number of roles in the mock, or 3 if it has no roles',
)
export const pageSize = wholeNumber(1, 'Roles per page. Default: the page size of the mock')
export const page = wholeNumber(2, 'The page that the cursor leads to. The first page is 1. Default: 2')

export const scope = optional(z.enum(scopes), 'The scope. Default: the scope that the operation needs')

/** Accepts the JSON value `null` in place of the string `"null"`. */
const asNull = z.pipe(
  z.null(),
  z.transform(() => 'null' as const),
)

/** A parameter for how a missing value appears: as `null`, or as an absent field. */
export function nullOrAbsent(description: string) {
  return optional(z.union([z.enum(['null', 'absent']), asNull], 'expected null or absent'), description)
}

export const noRolesAs = optional(
  z.union([z.enum(['array', 'null', 'absent']), asNull], 'expected array, null or absent'),
  'What `data` is: an empty array, null, or absent. Default: the setting of the mock',
)
