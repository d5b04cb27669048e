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
