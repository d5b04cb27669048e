import { InvalidOptionError } from './errors.js'
import { isPlainObject, MAX_DEPTH, type PlainObject } from './plain-object.js'

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
export function decodeAbsent(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item: unknown) => decodeAbsent(item, depth + 1))
  if (!isPlainObject(value)) return value
  if (isAbsent(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, decodeAbsent(member, depth + 1)]),
  )
}
