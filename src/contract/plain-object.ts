/** An object whose members may be anything. */
export type PlainObject = Record<string, unknown>

/** Limit on the depth of input that is copied. No record is this deep, and a cyclic object has no end. */
export const MAX_DEPTH = 10

/** Whether a value has members at all: an object of any class, or an array. */
export function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null
}

/** Whether a value is an object as JSON makes it, in this realm or another: no array, and of no class. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
