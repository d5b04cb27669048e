import { InvalidOptionError } from './errors.js'

export type PlainObject = Record<string, unknown>

/** Maximum depth of input that is copied, because a cyclic object has no end. */
export const MAX_DEPTH = 10

/** Also `true` for arrays. */
export function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null
}

/** Whether a value is a plain object: not an array, and without a class. Objects of other realms count too. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Replaces values at every depth. Only copies what changes, so most values are returned as they are. */
export function replaceDeep(value: unknown, replace: (value: unknown) => unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value
  const replaced = replace(value)
  if (!isObject(replaced)) return replaced
  let result = replaced
  for (const [key, member] of Object.entries(replaced)) {
    const other = replaceDeep(member, replace, depth + 1)
    if (other === member) continue
    if (result === replaced)
      result = (Array.isArray(replaced) ? [...replaced] : { ...replaced }) as PlainObject
    result[key] = other
  }
  return result
}

/** What `undefined` is in JSON, which does not have it. */
export const ABSENT = { $absent: true } as const

/**
 * Replaces each `{ "$absent": true }` with `undefined`. In the library, `undefined` omits an optional field, and matches a
 * missing one.
 */
export function decodeAbsent(value: unknown): unknown {
  return replaceDeep(value, (each) => {
    if (!isPlainObject(each) || !Object.hasOwn(each, '$absent')) return each
    if (each['$absent'] === true && Object.keys(each).length === 1) return undefined
    throw new InvalidOptionError('{"$absent": true} must be written exactly like this')
  })
}

/** An empty object if the member is missing or not a plain object. */
export function readMember(value: unknown, name: string): PlainObject {
  const member = isPlainObject(value) ? value[name] : undefined
  return isPlainObject(member) ? member : {}
}

export function objectsIn(value: unknown): PlainObject[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : []
}

/** Parses JSON. Returns `undefined` for other texts. */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
