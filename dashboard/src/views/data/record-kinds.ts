import type { Schemas } from '../../control/client.js'

export type KindName = 'volunteers' | 'users' | 'roles'

type Volunteer = Schemas['Volunteer']
export type User = Schemas['User']
type Role = Schemas['Role']
export type AnyRecord = Volunteer | User | Role

interface Column<T> {
  readonly label: string
  of(this: void, record: T): string
  /** How wide the column is. In a small window, only names and ids are shown. */
  readonly look: 'id' | 'name' | 'short' | 'long'
}

/** How the page shows one kind of record. */
export interface RecordKind<T extends AnyRecord = AnyRecord> {
  /** The kind in the plural. */
  readonly label: string
  /** The kind in the singular. */
  readonly noun: string
  readonly columns: readonly Column<T>[]
  /** What a new record starts with. The server generates the rest. */
  readonly template: unknown
  /** What else a deletion does. */
  readonly deletion: string
  /** The user that the record is, or belongs to. */
  userOf(this: void, record: T): User | undefined
}

const id: Column<AnyRecord> = { label: 'Id', of: (record) => record.id, look: 'id' }

function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim()
}

export const recordKinds: { readonly [Name in KindName]: RecordKind } = {
  volunteers: {
    label: 'Volunteers',
    noun: 'volunteer',
    columns: [
      id,
      { label: 'Name', of: ({ user }) => fullName(user), look: 'name' },
      { label: 'User', of: ({ user }) => user.id, look: 'short' },
      {
        label: 'Departments',
        of: ({ departments }) => departments.map((each) => each.name ?? each.id).join(', '),
        look: 'long',
      },
    ],
    template: { user: { firstName: 'Ada' } },
    deletion: 'The user stays, without a volunteer record.',
    userOf: ({ user }) => user,
  } satisfies RecordKind<Volunteer>,
  users: {
    label: 'Users',
    noun: 'user',
    columns: [
      id,
      { label: 'Name', of: fullName, look: 'name' },
      { label: 'Username', of: ({ username }) => username, look: 'short' },
      { label: 'Email', of: ({ email }) => email, look: 'long' },
    ],
    template: { firstName: 'Ada' },
    deletion: 'This also deletes the volunteer record of the user.',
    userOf: (user) => user,
  } satisfies RecordKind<User>,
  roles: {
    label: 'Roles',
    noun: 'role',
    columns: [id, { label: 'Name', of: ({ name }) => name, look: 'name' }],
    template: { name: 'new-role' },
    deletion: '',
    userOf: () => undefined,
  } satisfies RecordKind<Role>,
}
