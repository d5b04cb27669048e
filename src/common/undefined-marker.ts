import { InvalidOptionError } from './errors.js'
import { isPlainObject, MAX_DEPTH } from './plain-object.js'

export const ABSENT = { $absent: true } as const

function isAbsent(value: unknown): boolean {
  if (!isPlainObject(value) || !Object.hasOwn(value, '$absent')) return false
  if (value['$absent'] === true && Object.keys(value).length === 1) return true
  throw new InvalidOptionError('{"$absent": true} must be written exactly like this')
}

/**
 * Replaces each member `{ "$absent": true }` with `undefined`, which JSON does not have. In the library, `undefined` omits an
 * optional field, and matches a missing one.
 */
export function decodeAbsent(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item: unknown) => decodeAbsent(item, depth + 1))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value).map(([key, member]) => [
    key,
    isAbsent(member) ? undefined : decodeAbsent(member, depth + 1),
  ])
  return Object.fromEntries(members)
}
