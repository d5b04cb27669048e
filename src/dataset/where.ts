import { describe, fieldsOf, withoutNull } from '../common/description.js'
import { InvalidOptionError } from '../common/errors.js'
import { deepFreeze } from '../common/freeze.js'
import { memberAt } from '../common/json-path.js'
import { isObject, isPlainObject, MAX_DEPTH } from '../common/plain-object.js'
import { check, describeUnknown, toProblem, unknownFields } from '../common/validate.js'
import type * as z from 'zod/mini'

/** Like `T`, but all members are optional at every depth. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T

/**
 * Selects records by one of:
 *
 * - an id: `'42'`
 * - some members: `{ user: { id: '42' } }`. Each element of a list must match an element of the record's list. `undefined`
 *   matches an absent member.
 * - a predicate: `({ name }) => name.startsWith('hr')`
 *
 * An id, the user id of a volunteer and the name of a role are fast. All other conditions read every record.
 */
export type Where<T> = string | DeepPartial<T> | ((record: T) => boolean)

/** Each element of a wanted list must match an element of the list. */
function matches(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(actual) && wanted.every((item) => actual.some((other) => matches(other, item)))
  }
  if (!isObject(wanted)) return Object.is(actual, wanted)
  return (
    isObject(actual) &&
    Object.entries(wanted).every(([key, value]) =>
      matches(Object.hasOwn(actual, key) ? actual[key] : undefined, value),
    )
  )
}

/** Creates a test for records or entries of the request log. A predicate cannot change them. */
export function createTest<T>(where: Where<T> | ((record: T) => unknown)): (record: T) => boolean {
  if (typeof where === 'function') {
    const isWanted = where as (record: T) => unknown
    return (record) => Boolean(isWanted(deepFreeze(record)))
  }
  return (record) => matches(record, typeof where === 'string' ? { id: where } : where)
}

/** Only copies arrays and plain objects. */
export function copy<T>(value: T, depth = 0): T {
  if (depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item, depth + 1)) as T
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member, depth + 1)])) as T
}

/**
 * Checks and copies a condition. A wrong name or type would match nothing, so that a test which expects no match would pass.
 *
 * @param expected Completes the message "the condition must be …".
 * @throws InvalidOptionError For an unknown member, or a value that the member never has.
 */
export function checkWhere<W>(where: W, schema: z.ZodMiniType, expected: string): W {
  if (typeof where === 'function') return where
  if (!isPlainObject(where)) throw new InvalidOptionError(`the condition must be ${expected}`)
  /** Whether a schema cannot check the condition of a field. */
  const isUnchecked = (name: PropertyKey | undefined) => {
    const field = fieldsOf(describe(schema)).find((each) => each.name === name)
    if (!field) return false
    const value = (where as { readonly [field: string]: unknown })[field.name]
    // Some libraries refuse `undefined` in an optional field. And where a value has one of several forms, they refuse a part of it.
    return value === undefined
      ? field.isOptional
      : isObject(value) && withoutNull(field.schema).anyOf !== undefined
  }
  // What the condition leaves out is not missing.
  const wrong = check(schema, where).issues.filter(
    ({ path }) =>
      Object.hasOwn(Object(memberAt(where, path.slice(0, -1))) as object, path.at(-1) ?? '') &&
      !isUnchecked(path[0]),
  )
  const [problem] = [...unknownFields(schema, where).map(describeUnknown), ...wrong.map(toProblem)]
  if (problem) throw new InvalidOptionError(`invalid condition: ${problem.path}: ${problem.reason}`)
  return copy(where)
}
