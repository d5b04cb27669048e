function freezeParts(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const member of Object.values(value)) freezeParts(member)
}

/** Freezes a value at every depth, and returns it. */
// The next comment lets bundlers remove unused constants. They also remove each call whose result is not used, so the function
// cannot call itself.
/* @__NO_SIDE_EFFECTS__ */
export function deepFreeze<T>(value: T): T {
  freezeParts(value)
  return value
}

/** Returns a frozen copy of an object with further members. Getters stay getters. */
export function withMembers<Base extends object, Own extends object>(base: Base, own: Own): Base & Own {
  const members = { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(own) }
  return Object.freeze(Object.defineProperties({}, members) as Base & Own)
}
