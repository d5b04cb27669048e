import type { RemoteMock } from '../admin/client/remote-mock.js'
import { capitalized } from '../common/text.js'
import { getNoun } from '../contract/list.js'
import type { RecordLook } from '../contract/record-look.js'
import { listOperations, type ListOperation } from './operations.js'
import type { KindName, RecordTypes } from './resources.js'
import { getEdgeCase } from './shown-edge-cases.js'
import { userLook } from './user/look.js'
import { volunteerLook } from './volunteer/look.js'

/** The records of a list have an id and a name, so no list needs a look of its own. */
function listLook(operation: ListOperation): RecordLook<{ readonly id: string; readonly name: string }> {
  const noun = getNoun(operation)
  const { list } = operation
  return {
    label: capitalized(list),
    noun,
    columns: [
      { label: 'Id', of: ({ id }) => id, look: 'id' },
      { label: 'Name', of: ({ name }) => name, look: 'name' },
    ],
    templates: { 'A name': { name: `new-${noun}` } },
    deletion: '',
  }
}

/** How the dashboard shows each kind of record, in the order of its tabs. */
export const looks = {
  volunteers: volunteerLook,
  users: userLook,
  ...Object.fromEntries(listOperations.map((operation) => [operation.list, listLook(operation)])),
} as { readonly [Name in KindName]: RecordLook<RecordTypes[Name]> }

/** Returns the ids of the users that are edge cases. They have the lowest ids, so they are in the first page. */
export async function readEdgeCases({ users }: RemoteMock): Promise<ReadonlySet<string>> {
  const { records } = await users.page({ limit: 100 })
  return new Set(records.filter((user) => getEdgeCase(user)).map(({ id }) => id))
}

/** Finds the volunteer record of an edge case. For an edge case without a record, finds the user. */
export async function findEdgeCase({ volunteers, users }: RemoteMock, id: string) {
  const volunteer = await volunteers.find({ user: { id } })
  if (volunteer) return { kind: 'volunteers', record: volunteer } as const
  const user = await users.find(id)
  if (user) return { kind: 'users', record: user } as const
  throw new Error(`The user ${id} was deleted.`)
}
