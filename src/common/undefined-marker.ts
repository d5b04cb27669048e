import { InvalidOptionError } from './errors.js'
import { isPlainObject, replaceDeep, type PlainObject } from './plain-object.js'

export const ABSENT = { $absent: true } as const

function isAbsent(value: PlainObject): boolean {
  if (!Object.hasOwn(value, '$absent')) return false
  if (value['$absent'] === true && Object.keys(value).length === 1) return true
  throw new InvalidOptionError('{"$absent": true} must be written exactly like this')
}

/**
 * Replaces each `{ "$absent": true }` with `undefined`, which JSON does not have. In the library, `undefined` omits an optional
 * field, and matches a missing one.
 */
export function decodeAbsent(value: unknown): unknown {
  return replaceDeep(value, (each) => (isPlainObject(each) && isAbsent(each) ? undefined : each))
}
