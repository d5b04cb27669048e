import { DEEPEST, isMembers } from '../contract/members.js'

/** A caller's input as it is now, whatever the caller does with it later. What is no plain data stays as it is. */
export function copyOf<T>(value: T, depth = 0): T {
  if (depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item, depth + 1)) as T
  if (!isMembers(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyOf(member, depth + 1)]),
  ) as T
}
