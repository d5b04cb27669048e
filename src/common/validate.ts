import * as z from 'zod/mini'
import type { Problem } from './errors.js'
import { isObject, isPlainObject, replaceDeep } from './plain-object.js'
import { formatPath } from './json-path.js'
import { endedWith, nearest } from './text.js'

export function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodMiniPipe) return unwrapped(schema.def.out)
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? unwrapped(schema.def.innerType)
    : schema
}

interface UnknownField {
  readonly path: readonly PropertyKey[]
  readonly name: string
  readonly fields: readonly string[]
  /** The field that was probably meant, or an object with it: `user: { firstName: … }`. */
  readonly meant: string | undefined
}

/** Finds a field with this name in the objects of a shape. Names of assumptions have a prefix: `roles.pageSize`. */
function nestedField(
  name: string,
  shape: Readonly<Record<string, unknown>>,
  value: unknown,
): string | undefined {
  for (const [parent, schema] of Object.entries(shape)) {
    const inner = unwrapped(schema)
    const fields = inner instanceof z.ZodMiniObject ? Object.keys(inner.shape) : []
    const field = fields.find((each) => each === name || each.endsWith(`.${name}`))
    // Any other value may be a secret.
    const shown = typeof value === 'number' ? value : '…'
    if (field !== undefined) return `${parent}: { ${field.includes('.') ? `'${field}'` : field}: ${shown} }`
  }
  return undefined
}

/** Finds fields that a schema does not have. zod removes them, but most often they are spelling mistakes. */
export function unknownFields(
  schema: unknown,
  input: unknown,
  path: readonly PropertyKey[] = [],
): UnknownField[] {
  const known = unwrapped(schema)
  if (known instanceof z.ZodMiniArray && Array.isArray(input)) {
    return input.flatMap((item, index) => unknownFields(known.def.element, item, [...path, index]))
  }
  if (known instanceof z.ZodMiniRecord && isPlainObject(input)) {
    return Object.entries(input).flatMap(([key, value]) =>
      unknownFields(known.def.valueType, value, [...path, key]),
    )
  }
  if (!(known instanceof z.ZodMiniObject) || !isObject(input) || Array.isArray(input)) return []
  const shape = known.shape as Record<string, unknown>
  return Object.entries(input).flatMap(([key, value]) => {
    const place = [...path, key]
    if (Object.hasOwn(shape, key)) return unknownFields(shape[key], value, place)
    const fields = Object.keys(shape)
    return [{ path: place, name: key, fields, meant: nestedField(key, shape, value) ?? nearest(key, fields) }]
  })
}

export function describeUnknown({ path, fields, meant }: UnknownField): Problem {
  const reason = `unknown field${endedWith(meant)} Known fields: ${fields.join(', ')}`
  return { path: formatPath(path), reason }
}

/** Removes members that are `undefined`. They mean the same as absent ones, and JSON does not have them. */
function withoutUndefined(value: unknown): unknown {
  return replaceDeep(value, (each) =>
    isObject(each) && !Array.isArray(each) && Object.values(each).includes(undefined)
      ? Object.fromEntries(Object.entries(each).filter(([, member]) => member !== undefined))
      : each,
  )
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'NaN' : typeof value
}

function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? `is missing; expected ${issue.expected}`
      : `expected ${issue.expected}, received ${typeName(issue.input)}`
  }
  if (issue.code === 'invalid_value') {
    return `expected one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
  }
  if (issue.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')}`
  return NOT_VALID
}

const NOT_VALID = 'is not valid'

/** Whether the problems of an alternative are inside of the value, so that the value has the type of the alternative. */
function areInside(problems: readonly z.core.$ZodIssue[]): boolean {
  return problems.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')
}

/** Returns the problems of the alternative that was meant, if a union has no message of its own. */
function unfolded(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== NOT_VALID) return [issue]
  const meant = issue.errors.find(areInside) ?? issue.errors[0] ?? []
  return meant.flatMap((each) => unfolded({ ...each, path: [...issue.path, ...each.path] }))
}

export interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Checks a value against a schema. Unknown fields are removed. */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): { readonly issues: readonly Issue[]; readonly value?: z.output<Schema> } {
  const result = schema.safeParse(input, { error: describeIssue })
  return result.success
    ? { issues: [], value: result.data }
    : { issues: result.error.issues.flatMap(unfolded) }
}

/** Like `check`, but unknown fields are problems. */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): { readonly problems: readonly Problem[]; readonly value?: z.output<Schema> } {
  const given = withoutUndefined(input)
  const { issues, ...checked } = check(schema, given)
  const problems = issues.map(({ path, message }) => ({ path: formatPath(path), reason: message }))
  return { problems: [...problems, ...unknownFields(schema, given).map(describeUnknown)], ...checked }
}
