import * as z from 'zod/mini'
import { wholeNumber } from '../common/check-options.js'
import { check } from '../common/validate.js'
import { nearest } from '../common/text.js'
import { decodeAbsent } from '../common/undefined-marker.js'
import { AdminError, withStatus } from './problems.js'
import { MAX_READ } from './search-records.js'

export interface Parameter<T> {
  readonly description: string
  readonly schema: z.ZodMiniType<T>
  /** Converts the text of the parameter to the value that the schema checks. */
  readonly read: (text: string) => unknown
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>

/** The values of parameters. All are optional. */
export type Query<Names extends Parameters> = {
  readonly [Name in keyof Names]?: (Names[Name] extends Parameter<infer T> ? T : never) | undefined
}

function readNumber(text: string): unknown {
  return /^\d+$/.test(text) ? Number(text) : text
}

function readFlag(text: string): unknown {
  return text === 'true' || text === 'false' ? text === 'true' : text
}

function numberParameter(min: number, max: number, description: string): Parameter<number> {
  return { description, schema: wholeNumber(min, max), read: readNumber }
}

export const limit = numberParameter(1, 1000, 'Maximum number of results. The default is 100')

export const DEFAULT_LIMIT = 100

function textParameter(description: string): Parameter<string> {
  return { description, schema: z.string(), read: (text) => text }
}

function flagParameter(description: string): Parameter<boolean> {
  return { description, schema: z.boolean('must be true or false'), read: readFlag }
}

export const afterId = textParameter('Id of the last record of the page before: the `next` of its response')

export const search = textParameter(
  'Words that must all occur in the values of a record, in any order and case. ' +
    `If there are more than ${MAX_READ} records, a page may have fewer results than \`limit\`, or none. The last page has no \`next\``,
)

export const afterEntry = numberParameter(
  0,
  Number.MAX_SAFE_INTEGER,
  'Id of an entry: returns the oldest entries after it. Without it, returns the newest entries',
)

export const wait = numberParameter(
  0,
  60_000,
  'Maximum number of milliseconds to wait for a matching entry. Returns as soon as there is one',
)

export const single = flagParameter(
  '`true`: exactly one record must match. Otherwise nothing changes, and the status is 404',
)

export const complete = flagParameter('`true`: if the journal has dropped entries, the status is 409')

export const where: Parameter<string | Record<string, unknown>> = {
  description:
    'JSON: an id, or an object with the values that a match has, such as `{"user":{"firstName":"Ada"}}`. ' +
    '`{"$absent":true}` matches a missing member',
  // The value is JSON inside of a string.
  schema: z.union(
    [z.string(), z.record(z.string(), z.unknown())],
    'must be JSON: an id or an object with members of the record',
  ),
  read(text) {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return undefined
    }
    return withStatus(400, () => decodeAbsent(value))
  },
}

/**
 * Reads the parameters of a query.
 *
 * @throws AdminError If a parameter is unknown, repeated or invalid.
 */
export function readQuery<Names extends Parameters>(given: URLSearchParams, known: Names): Query<Names> {
  const names = Object.keys(known)
  const entries = [...given.keys()].map((name) => {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined
    if (!parameter) throw new AdminError(400, unknownParameter(name, names))
    const [text = '', ...others] = given.getAll(name)
    if (others.length > 0) throw new AdminError(400, `the query parameter "${name}" is given twice`)
    const value = parameter.read(text)
    const [issue] = check(parameter.schema, value).issues
    if (issue) throw new AdminError(400, `the query parameter "${name}" ${issue.message}`)
    return [name, value] as const
  })
  return Object.fromEntries(entries) as Query<Names>
}

function unknownParameter(name: string, names: readonly string[]): string {
  if (names.length === 0) return `this path has no query parameters, but "${name}" is given`
  return `unknown query parameter "${name}": did you mean "${nearest(name, names)}"? The parameters are: ${names.join(', ')}`
}
