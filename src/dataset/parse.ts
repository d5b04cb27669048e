import * as z from 'zod'
import { DataError, type Problem } from '../contract/errors.js'
import { nearest } from '../contract/settings.js'
import { schemas, type Option, type Role, type User, type Volunteer } from '../contract/schemas.js'
import { DEEPEST, isObject } from '../contract/members.js'

/** A path as a JSON path: `$.volunteers[3].user.phone`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    const name = String(key)
    return /^[A-Za-z_$][\w$]*$/.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`
  }, '$')
}

/** The schema inside one that lets `null` or nothing pass as well. */
function inner(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? inner(schema.unwrap()) : schema
}

/** Members that a schema does not know, and would pass over: most often a typing error. */
function unknownMembers(schema: unknown, input: unknown, path: readonly PropertyKey[]): Problem[] {
  const known = inner(schema)
  if (known instanceof z.ZodArray && Array.isArray(input)) {
    return input.flatMap((item, index) => unknownMembers(known.element, item, [...path, index]))
  }
  if (!(known instanceof z.ZodObject) || !isObject(input) || Array.isArray(input)) return []
  const shape = known.shape as Record<string, unknown>
  return Object.entries(input).flatMap(([key, value]) => {
    const place = [...path, key]
    if (Object.hasOwn(shape, key)) return unknownMembers(shape[key], value, place)
    const fields = Object.keys(shape)
    const reason = `no such field; did you mean "${nearest(key, fields)}"? The fields are: ${fields.join(', ')}`
    return [{ path: formatPath(place), reason }]
  })
}

/** Leaves out the members that are `undefined`: they say the same as absent ones, and JSON cannot hold them. */
function withoutUndefined(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((item) => withoutUndefined(item, depth + 1))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [key, withoutUndefined(member, depth + 1)]))
}

/** A schema's message, shorter, and for what is not there plainer. */
function reasonOf(message: string): string {
  const missing = /^Invalid input: (expected .*), received undefined$/.exec(message)
  return missing ? `is missing; ${missing[1]}` : message.replace(/^Invalid input: /, '')
}

/** What is wrong with a value, and the value as the schema gives it back when nothing is. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { problems: Problem[]; value?: z.output<Schema> } {
  const given = withoutUndefined(input)
  const unknown = unknownMembers(schema, given, [])
  const result = schema.safeParse(given)
  if (result.success) return { problems: unknown, value: result.data }
  const problems = result.error.issues.map((issue) => ({
    path: formatPath(issue.path),
    reason: reasonOf(issue.message),
  }))
  return { problems: [...problems, ...unknown] }
}

interface Parsers {
  Volunteer: Volunteer
  Role: Role
  User: User
  Option: Option
  ContactMethod: Volunteer['contactMethods'][number]
  DepartmentAssignment: Volunteer['departments'][number]
}

/**
 * A record as the document allows it, or an error.
 *
 * @throws DataError With the JSON path of every problem.
 */
export function parseRecord<Kind extends keyof Parsers>(kind: Kind, input: unknown): Parsers[Kind] {
  const { problems, value } = validate(schemas[kind], input)
  if (problems.length > 0) throw new DataError(kind, problems)
  return value as Parsers[Kind]
}
