import type { Kind } from '../contract/kind.js'
import type { RecordTypes } from './resources.js'
import { roleKind } from './role/records.js'
import { userKind } from './user/records.js'
import { volunteerKind } from './volunteer/records.js'

/** Options for the numbers of records. The number of users follows from the number of volunteers. */
export interface RecordCounts {
  /**
   * Number of volunteers, with the edge cases: 0 to 10,000,000.
   *
   * @default that of the built-in data
   */
  readonly volunteerCount?: number | undefined
  /**
   * Number of roles: 0 to 10,000,000. Includes the hand-written ones.
   *
   * @default that of the built-in data
   */
  readonly roleCount?: number | undefined
}

/** The kinds of record, in the order of a data file. */
export const kinds: { readonly [Name in keyof RecordTypes]: Kind<RecordTypes[Name]> } = {
  volunteers: volunteerKind,
  users: userKind,
  roles: roleKind,
}

/** The kind that each of the options counts. */
export const countOptions = {
  volunteerCount: 'volunteers',
  roleCount: 'roles',
} as const satisfies Record<keyof RecordCounts, keyof RecordTypes>
