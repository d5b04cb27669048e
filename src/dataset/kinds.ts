import type { Kind } from './kinds/kind.js'
import { roleKind } from './kinds/role.js'
import { userKind } from './kinds/user.js'
import { volunteerKind } from './kinds/volunteer.js'
import type { KindName, RecordTypes } from './record-types.js'

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

/** The kinds of record, in the order of a data file. */
export const kinds: { readonly [Name in KindName]: Kind<RecordTypes[Name]> } = {
  volunteers: volunteerKind,
  users: userKind,
  roles: roleKind,
}

export const kindNames = Object.keys(kinds) as KindName[]

/** The kind that each of the options counts. */
export const countOptions = {
  volunteerCount: 'volunteers',
  roleCount: 'roles',
} as const satisfies Record<keyof RecordCounts, KindName>

/** Returns the kinds whose records contain a record of a kind, and the member that contains it. */
export function containersOf(name: KindName): { readonly container: KindName; readonly member: string }[] {
  return kindNames.flatMap((container) => {
    const { contains } = kinds[container]
    return contains?.kind === name ? [{ container, member: contains.member }] : []
  })
}

/** Creates an object with a member for each kind. The caller states its type, which TypeScript cannot infer. */
export function mapKinds(
  make: <Name extends KindName>(name: Name, kind: Kind<RecordTypes[Name]>) => unknown,
): Record<KindName, unknown> {
  return Object.fromEntries(kindNames.map((name) => [name, make(name, kinds[name])])) as Record<
    KindName,
    unknown
  >
}
