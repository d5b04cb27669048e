import type { Schemas } from '../../admin/client.js'
import { optionTypes } from '../../../../src/contract/resources/volunteer-values.js'
import { recordKinds, type KindName, type Schema } from '../../admin/record-kinds.js'

export type User = Schemas['User']

export interface AnyRecord {
  readonly id: string
}

interface Column<T> {
  readonly label: string
  of(this: void, record: T): string
  /** How wide the column is. In a small window, only names and ids are shown. */
  readonly look: 'id' | 'name' | 'short' | 'long'
}

interface RecordLook<T> {
  readonly columns: readonly Column<T>[]
  /** What a new record can start with, by label. The server generates the rest. The first one is shown at once. */
  readonly templates: Readonly<Record<string, unknown>>
  readonly deletion: string
  userOf(this: void, record: T): User | undefined
}

const id: Column<AnyRecord> = { label: 'Id', of: (record) => record.id, look: 'id' }

function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim()
}

const volunteers: Partial<RecordLook<Schemas['Volunteer']>> = {
  columns: [
    // Requests use the id of the user. The id of the volunteer record is only for changes.
    { label: 'User', of: ({ user }) => user.id, look: 'id' },
    { label: 'Name', of: ({ user }) => fullName(user), look: 'name' },
    { ...id, label: 'Record', look: 'short' },
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
}

const users: Partial<RecordLook<User>> = {
  columns: [
    id,
    { label: 'Name', of: fullName, look: 'name' },
    { label: 'Username', of: ({ username }) => username, look: 'short' },
    { label: 'Email', of: ({ email }) => email, look: 'long' },
  ],
  deletion: 'This also deletes the volunteer record of the user.',
  userOf: (user) => user,
}

const special: Readonly<Record<string, object>> = {
  volunteers,
  users,
  roles: { templates: { 'A name': { name: 'new-role' } } },
}

function columnsOf({ properties = {} }: Schema): readonly Column<Readonly<Record<string, string>>>[] {
  const texts = Object.keys(properties).filter((name) => properties[name]!.type === 'string')
  return texts.map((name) => ({
    label: `${name[0]!.toUpperCase()}${name.slice(1)}`,
    of: (record) => record[name] ?? '',
    look: name === 'id' || name === 'name' ? name : 'short',
  }))
}

export function lookOf(kind: KindName): RecordLook<AnyRecord> {
  const { schema, example } = recordKinds[kind]
  const look = {
    columns: columnsOf(schema),
    templates: { 'An example': example },
    deletion: '',
    userOf: () => undefined,
  }
  return { ...look, ...special[kind] } as unknown as RecordLook<AnyRecord>
}

export function labelOf(kind: KindName): string {
  return `${kind[0]!.toUpperCase()}${kind.slice(1)}`
}
