import type { RemoteMock } from '../admin/client/remote-mock.js'
import type { RecordLook } from '../contract/record-look.js'
import type { KindName, RecordTypes } from './resources.js'
import { roleLook } from './role/look.js'
import { edgeCaseOf } from './shown-edge-cases.js'
import { userLook } from './user/look.js'
import { volunteerLook } from './volunteer/look.js'

/** How the dashboard shows each kind of record, in the order of its tabs. */
export const looks: { readonly [Name in KindName]: RecordLook<RecordTypes[Name]> } = {
  volunteers: volunteerLook,
  users: userLook,
  roles: roleLook,
}

/** Returns the ids of the users that are edge cases. They have the lowest ids, so they are in the first page. */
export async function readEdgeCases({ users }: RemoteMock): Promise<ReadonlySet<string>> {
  const { records } = await users.page({ limit: 100 })
  return new Set(records.filter((user) => edgeCaseOf(user)).map(({ id }) => id))
}

/** Finds the volunteer record of an edge case. For an edge case without a record, finds the user. */
export async function findEdgeCase({ volunteers, users }: RemoteMock, id: string) {
  const volunteer = await volunteers.find({ user: { id } })
  if (volunteer) return { kind: 'volunteers', record: volunteer } as const
  const user = await users.find(id)
  if (user) return { kind: 'users', record: user } as const
  throw new Error(`The user ${id} was deleted.`)
}
