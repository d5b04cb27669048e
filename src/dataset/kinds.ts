import type { Role, User, Volunteer } from '../contract/resources.js'
import type { Kind } from './kinds/kind.js'
import { roleKind } from './kinds/role.js'
import { userKind } from './kinds/user.js'
import { volunteerKind } from './kinds/volunteer.js'

/** The record type of each kind. Editors show these comments for the members of a mock and of its data. */
export interface RecordTypes {
  /** The volunteer records with their users. */
  volunteers: Volunteer
  /** The users. Data files leave out those of volunteer records. */
  users: User
  /** The roles. */
  roles: Role
}

export const MAX_RECORDS = 10_000_000

/** Options for the numbers of records. The number of users follows from the number of volunteers. */
export interface RecordCounts {
  /**
   * Total number of volunteers, from 0 to 10,000,000. Includes the edge cases.
   *
   * @default the number of the built-in data
   */
  readonly volunteerCount?: number | undefined
  /**
   * Total number of roles, from 0 to 10,000,000. Includes the hand-written roles.
   *
   * @default the number of the built-in data
   */
  readonly roleCount?: number | undefined
}

/** Name of a kind of record. It is a plural, as in `mock.volunteers`. */
export type KindName = keyof RecordTypes

/** The kinds of record, in the order of a data file. */
export const kinds: { readonly [Name in KindName]: Kind<RecordTypes[Name], RecordTypes> } = {
  volunteers: volunteerKind,
  users: userKind,
  roles: roleKind,
}

/** The kind that each of the options counts. */
export const countOptions = {
  volunteerCount: 'volunteers',
  roleCount: 'roles',
} as const satisfies Record<keyof RecordCounts, KindName>

/** Creates an object with a member for each kind. The caller states its type, which TypeScript cannot infer. */
export function mapKinds(
  make: <Name extends KindName>(name: Name, kind: Kind<RecordTypes[Name], RecordTypes>) => unknown,
): Record<KindName, unknown> {
  const names = Object.keys(kinds) as KindName[]
  return Object.fromEntries(names.map((name) => [name, make(name, kinds[name])])) as Record<KindName, unknown>
}
