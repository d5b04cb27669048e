/** The members of a plain object, whatever they are. */
export type Members = Record<string, unknown>

/** Whether a value is a plain object: not a list, a date, a map, or of a class. */
export function isMembers(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
