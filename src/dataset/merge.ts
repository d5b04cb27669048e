import type { User } from '../contract/schemas.js'
import type { DeepPartial } from './matches.js'

type Members = Record<string, unknown>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lays changes over a record at every depth. A list takes the old one's place, `undefined` removes what is optional. */
export function merged(record: unknown, changes: unknown): unknown {
  if (!isObject(record) || !isObject(changes)) return changes
  const result: Members = { ...record }
  for (const [key, value] of Object.entries(changes)) {
    if (value !== undefined || key === 'preferredName') result[key] = merged(record[key], value)
  }
  return result
}

/** A known user's identity with changes, complete: what it leaves out is not to be filled in. */
export function identityOf(known: User, changes: DeepPartial<User> | undefined): DeepPartial<User> {
  return { preferredName: undefined, ...(merged(known, changes ?? {}) as User) }
}
