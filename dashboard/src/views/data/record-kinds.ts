import type { RemoteMock, RemoteRecords } from '../../../../src/admin/client/remote-mock.js'
import { optionTypes } from '../../../../src/convention/volunteer/values.js'
import type { KindName, RecordTypes } from '../../../../src/convention/record-types.js'

export type { KindName }

type User = RecordTypes['users']

export interface AnyRecord {
  readonly id: string
}

interface Column<T> {
  readonly label: string
  of(this: void, record: T): string
  /** How wide the column is. In a small window, only names and ids are shown. */
  readonly look: 'id' | 'name' | 'short' | 'long'
}

interface RecordKind<T> {
  readonly label: string
  /** The kind in the singular, for messages. */
  readonly noun: string
  readonly columns: readonly Column<T>[]
  /** What a new record can start with, by label. The server generates the rest. The first one is shown at once. */
  readonly templates: Readonly<Record<string, unknown>>
  /** What else a deletion does. */
  readonly deletion: string
  userOf?(this: void, record: T): User
}

function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim()
}

const kinds: { readonly [Name in KindName]: RecordKind<RecordTypes[Name]> } = {
  volunteers: {
    label: 'Volunteers',
    noun: 'volunteer',
    columns: [
      // Requests use the id of the user. The id of the volunteer record is only for changes.
      { label: 'User', of: ({ user }) => user.id, look: 'id' },
      { label: 'Name', of: ({ user }) => fullName(user), look: 'name' },
      { label: 'Record', of: ({ id }) => id, look: 'short' },
      {
        label: 'Departments',
        of: ({ departments }) => departments.map((each) => each.name ?? each.id).join(', '),
        look: 'long',
      },
    ],
    templates: {
      'A name': { user: { firstName: 'Ada' } },
      'No preferred name': { user: { preferredName: null } },
      'Empty lists': { contactMethods: [], departments: [], options: [] },
      'Every type of option': { options: optionTypes.map((type) => ({ type })) },
    },
    deletion: 'The user stays, without a volunteer record.',
    userOf: ({ user }) => user,
  },
  users: {
    label: 'Users',
    noun: 'user',
    columns: [
      { label: 'Id', of: ({ id }) => id, look: 'id' },
      { label: 'Name', of: fullName, look: 'name' },
      { label: 'Username', of: ({ username }) => username, look: 'short' },
      { label: 'Email', of: ({ email }) => email, look: 'long' },
    ],
    templates: { 'A name': { firstName: 'Ada' } },
    deletion: 'This also deletes the volunteer record of the user.',
    userOf: (user) => user,
  },
  roles: {
    label: 'Roles',
    noun: 'role',
    columns: [
      { label: 'Id', of: ({ id }) => id, look: 'id' },
      { label: 'Name', of: ({ name }) => name, look: 'name' },
    ],
    templates: { 'A name': { name: 'new-role' } },
    deletion: '',
  },
}

/** All kinds of record. Code for one of them does not know which one it is. */
export const recordKinds = kinds as unknown as Readonly<Record<KindName, RecordKind<AnyRecord>>>

export const kindNames = Object.keys(kinds) as KindName[]

/** The records of one kind, of which the user may write anything. The server checks it. */
export function recordsOf(mock: RemoteMock, kind: KindName): RemoteRecords<AnyRecord> {
  return mock[kind]
}
