import { isObject } from '../contract/members.js'

/** Like `T`, with every member optional at every depth. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T

/**
 * Which records are meant: an id, the members that they have, or a predicate. A list matches when each of its elements
 * matches one of the record's, in any order; `undefined` matches what is absent.
 */
export type Where<T> = string | DeepPartial<T> | ((record: T) => boolean)

function matchesMembers(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) && wanted.every((item) => actual.some((other) => matchesMembers(other, item)))
    )
  }
  if (isObject(wanted)) {
    return (
      isObject(actual) &&
      Object.entries(wanted).every(([key, value]) =>
        matchesMembers(Object.hasOwn(actual, key) ? actual[key] : undefined, value),
      )
    )
  }
  return Object.is(actual, wanted)
}

/** Makes the test that a record must pass. */
export function matcher<T extends { readonly id: string }>(where: Where<T>): (record: T) => boolean {
  if (typeof where === 'function') return where
  if (typeof where === 'string') return ({ id }) => id === where
  return (record) => matchesMembers(record, where)
}
