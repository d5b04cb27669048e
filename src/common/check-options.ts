import * as z from 'zod/mini'
import { InvalidOptionError } from './errors.js'
import { formatPath, memberAt } from './json-path.js'
import { NOT_NULL, unknownOption } from './option-names.js'
import { isPlainObject } from './plain-object.js'
import { check, unknownFields } from './validate.js'

// The messages of these schemas follow the name of the option. They never repeat the value, which may be a secret.

export const flag = z.boolean('must be true or false')

export const text = z.string('must be a non-empty string').check(z.minLength(1, 'must be a non-empty string'))

/** An option that another check covers. It may have any value but `null`. */
export const checkedElsewhere = z.optional(z.custom((value) => value !== null, NOT_NULL))

/** An optional value of a kind that zod does not know. */
export function optional(is: (value: unknown) => boolean, what: string) {
  return z.optional(z.custom(is, `must be ${what}`))
}

function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

const HTTP_URL =
  'must be an absolute http or https URL without query and fragment, such as https://reg.example.com'

export const httpUrl = z.string(HTTP_URL).check(
  z.refine(
    (address) => {
      const url = parseUrl(address)
      return url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
    },
    { error: HTTP_URL, abort: true },
  ),
)

/** For a URL that requests are sent to: its credentials are options of their own. */
export const withoutCredentials = z.refine<string>((address) => {
  const url = parseUrl(address)
  return url?.username === '' && url.password === ''
}, 'must not contain a user name or a password')

/** A bearer token or another value of a header. */
export const token = z
  .string('must be a string')
  .check(z.regex(/^[\x21-\x7e]+$/, 'must be a string that is allowed in an HTTP header, without "Bearer"'))

/** A schema for a plain object with exactly these options. */
export function optionsSchema<Options>(
  shape: { readonly [Name in keyof Options]-?: z.ZodMiniType },
  message = 'must be a plain object',
): z.ZodMiniType<Options> {
  // Without the first check, zod takes a `Map` for an object without fields.
  return z.pipe(z.custom(isPlainObject, message), z.strictObject(shape)) as never
}

function nameOf(path: readonly PropertyKey[]): string | undefined {
  return path.length === 0 ? undefined : formatPath(path).slice('$.'.length)
}

/**
 * Checks options. Callers in plain JavaScript have no types, and a misspelt option would have no effect.
 *
 * @throws InvalidOptionError For the first option that is unknown or invalid.
 */
export function checkOptions(schema: z.ZodMiniType, options: unknown): void {
  if (!isPlainObject(options)) throw new InvalidOptionError('the options must be a plain object')
  const [issue] = check(schema, options).issues
  if (!issue) return
  const [unknown] = unknownFields(schema, options)
  if (unknown) throw unknownOption(unknown.name, unknown.fields, nameOf(unknown.path.slice(0, -1)))
  const { path, message } = issue
  const value = memberAt(options, path)
  // Of all values, only a number is certainly no secret.
  const given = typeof value === 'number' ? `, but is ${value}` : ''
  throw new InvalidOptionError(value === null && path.length === 1 ? NOT_NULL : message + given, nameOf(path))
}
