/** The members of a plain object, whatever they are. */
export type Members = Record<string, unknown>

/** Deeper than any record; what lies below is wrong anyway, and an object that holds itself has no end. */
export const DEEPEST = 10

/** Whether a value has members at all: an object of any kind, or a list. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

/** Whether a value is a plain object: not a list, a date, a map, or of a class. */
export function isMembers(value: unknown): value is Members {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
