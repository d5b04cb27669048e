import * as z from 'zod/mini'
import { InvalidOptionError } from './errors.js'
import { formatPath, memberAt } from './json-path.js'
import { isPlainObject } from './plain-object.js'
import { didYouMean, endedWith, preview, previewWithType } from './text.js'
import { check, unknownFields } from './validate.js'

const NOT_NULL = 'must not be null; leave it out to get its default'

// Each message continues a sentence that starts with the name of the option. Messages never contain the value, because it
// may be a secret.

export const flag = z.boolean('must be true or false')

export const text = z.string('must be a non-empty string').check(z.minLength(1, 'must be a non-empty string'))

/** @param what Completes the message "must be a whole number …". */
export function wholeNumber(min: number, max: number, what = `from ${min} to ${max}`) {
  const message = `must be a whole number ${what}`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}

export function oneOf<const Names extends readonly string[]>(names: Names) {
  const all = names.join(', ')
  return z.enum(names, {
    error: ({ input }) =>
      typeof input === 'string'
        ? `has no value "${preview(input)}"${didYouMean(input, names)} Known values: ${all}`
        : `must be one of: ${all}`,
  })
}

/** @param what Completes the message "must be …". */
export function optional(is: (value: unknown) => boolean, what: string) {
  return z.optional(z.custom(is, `must be ${what}`))
}

const HTTP_URL =
  'must be an absolute http or https URL without query and fragment, such as https://reg.example.com'

export const httpUrl = z.string(HTTP_URL).check(
  z.refine(
    (address) => {
      if (!URL.canParse(address)) return false
      const { protocol, search, hash } = new URL(address)
      return /^https?:$/.test(protocol) && search === '' && hash === ''
    },
    { error: HTTP_URL, abort: true },
  ),
)

/** There are separate options for credentials. For a valid URL. */
export const withoutCredentials = z.refine<string>((address) => {
  const { username, password } = new URL(address)
  return username === '' && password === ''
}, 'must not contain a user name or a password')

export const token = z
  .string('must be a string')
  .check(z.regex(/^[\x21-\x7e]+$/, 'must be a string that is allowed in an HTTP header, without "Bearer"'))

export function optionsSchema<Options>(
  shape: { readonly [Name in keyof Options]-?: z.ZodMiniType },
  message = 'must be a plain object',
): z.ZodMiniType<Options> {
  // Without the first check, zod would accept a `Map` as an object without fields.
  return z.pipe(z.custom(isPlainObject, message), z.strictObject(shape)) as never
}

function getName(path: readonly PropertyKey[]): string | undefined {
  return path.length === 0 ? undefined : formatPath(path).slice('$.'.length)
}

/** Creates the error for an unknown option. @param parent The option that has it as a field. */
function unknownOption(
  name: string,
  known: readonly string[],
  parent: string | undefined,
  meant: string | undefined,
): InvalidOptionError {
  const [what, all] =
    parent === undefined ? ['unknown option', 'The options are'] : ['has an unknown field', 'The fields are']
  return new InvalidOptionError(
    `${what} "${preview(name)}"${endedWith(meant)} ${all}: ${known.join(', ')}`,
    parent,
  )
}

/**
 * Checks options. Callers in plain JavaScript have no types, and a misspelled option would have no effect.
 *
 * @throws InvalidOptionError For the first option that is unknown or invalid.
 */
export function checkOptions(schema: z.ZodMiniType, options: unknown): void {
  if (!isPlainObject(options)) throw new InvalidOptionError('the options must be a plain object')
  const [issue] = check(schema, options).issues
  if (!issue) return
  const [unknown] = unknownFields(schema, options)
  if (unknown) {
    throw unknownOption(unknown.name, unknown.fields, getName(unknown.path.slice(0, -1)), unknown.meant)
  }
  const { path, message } = issue
  const value = memberAt(options, path)
  // The message only shows numbers where a number is needed, also in quotes, because any other value may be a secret.
  const isNumeric =
    typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(typeof value === 'string' ? value : '')
  const given = isNumeric && /number/.test(message) ? `, but is ${previewWithType(value)}` : ''
  throw new InvalidOptionError(
    value === null && path.length === 1 ? NOT_NULL : message + given,
    getName(path),
  )
}

/** @param call The right call. @throws InvalidOptionError If an argument is a mock, which is what one tries first. */
export function refuseMock(argument: unknown, call: string): void {
  if (typeof (argument as { readonly assume?: unknown } | null | undefined)?.assume === 'function')
    throw new InvalidOptionError(`the argument is a mock; write ${call}`)
}

/** @throws InvalidOptionError If an option is unknown or `null`, or the options are not an object. */
export function checkOptionNames(options: unknown, known: readonly string[]): void {
  const shape = Object.fromEntries(
    known.map((name) => [name, z.optional(z.custom((value) => value !== null, NOT_NULL))]),
  )
  checkOptions(optionsSchema<Record<string, unknown>>(shape), options)
}
