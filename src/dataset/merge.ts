import type { User } from '../contract/schemas.js'
import type { DeepPartial } from './matches.js'
import { isMembers } from '../contract/members.js'

/** Lays changes over a record at every depth. A list takes the old one's place, `undefined` removes what is optional. */
export function merged(record: unknown, changes: unknown): unknown {
  if (!isMembers(record) || !isMembers(changes)) return changes
  const kept = Object.entries(changes).filter(
    ([key, value]) => value !== undefined || key === 'preferredName',
  )
  return { ...record, ...Object.fromEntries(kept.map(([key, value]) => [key, merged(record[key], value)])) }
}

/** A known user's identity with changes, complete: what it leaves out is not to be filled in. */
export function identityOf(known: User, changes: DeepPartial<User> | undefined): DeepPartial<User> {
  return { preferredName: undefined, ...(merged(known, changes ?? {}) as User) }
}
