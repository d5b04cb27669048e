/** Makes a value that many share unchangeable, at every depth, and returns it. */
// Bundlers may drop a frozen constant that nobody uses.
/* @__NO_SIDE_EFFECTS__ */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
  return value
}
