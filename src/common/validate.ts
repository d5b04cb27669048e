import type * as z from 'zod/mini'
import { describe, fieldsOf, resolved, withoutNull, type Description, type Field } from './description.js'
import type { Problem } from './errors.js'
import { isObject, replaceDeep } from './plain-object.js'
import { formatPath } from './json-path.js'
import { endedWith, nearest } from './text.js'

interface UnknownField {
  readonly path: readonly PropertyKey[]
  readonly name: string
  readonly fields: readonly string[]
  /** The field that was probably meant, or an object with it: `user: { firstName: … }`. */
  readonly meant: string | undefined
}

/** Finds a field with this name in the fields of an object. Names of assumptions have a prefix: `roles.pageSize`. */
function nestedField(name: string, parents: readonly Field[], value: unknown): string | undefined {
  for (const { name: parent, schema } of parents) {
    const found = fieldsOf(schema).find((each) => each.name === name || each.name.endsWith(`.${name}`))
    // Any other value may be a secret.
    const shown = typeof value === 'number' ? value : '…'
    if (found) return `${parent}: { ${found.name.includes('.') ? `'${found.name}'` : found.name}: ${shown} }`
  }
  return undefined
}

function unknownIn(
  root: Description,
  given: Description,
  input: unknown,
  path: readonly PropertyKey[],
): UnknownField[] {
  const schema = resolved(withoutNull(given), root)
  const { items, properties, additionalProperties } = withoutNull(schema)
  if (Array.isArray(input)) {
    return items ? input.flatMap((item, index) => unknownIn(root, items, item, [...path, index])) : []
  }
  if (!isObject(input) || !(properties ?? additionalProperties)) return []
  return Object.entries(input).flatMap(([key, value]) => {
    const place = [...path, key]
    const known = properties && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    if (known) return unknownIn(root, known, value, place)
    const fields = Object.keys(properties!)
    const meant = nestedField(key, fieldsOf(schema), value) ?? nearest(key, fields)
    return [{ path: place, name: key, fields, meant }]
  })
}

/** Finds fields that a schema does not have. zod removes them, but most often they are spelling mistakes. */
export function unknownFields(schema: z.ZodMiniType, input: unknown): UnknownField[] {
  const root = describe(schema)
  return unknownIn(root, root, input, [])
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

export function typeName(value: unknown): string {
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

export function toProblem({ path, message }: Issue): Problem {
  return { path: formatPath(path), reason: message }
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
  return {
    problems: [...issues.map(toProblem), ...unknownFields(schema, given).map(describeUnknown)],
    ...checked,
  }
}
