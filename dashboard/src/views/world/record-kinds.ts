import type { Schemas } from '../../control/client.js'

export type KindName = 'volunteers' | 'users' | 'roles'

export type Volunteer = Schemas['Volunteer']
export type User = Schemas['User']
type Role = Schemas['Role']
export type AnyRecord = Volunteer | User | Role

interface Column<T> {
  readonly label: string
  of(this: void, record: T): string
  /** Whether it is also shown in a small window. */
  readonly isMain?: boolean
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

const id: Column<AnyRecord> = { label: 'Id', of: (record) => record.id, isMain: true }

function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim()
}

export const recordKinds: { readonly [Name in KindName]: RecordKind } = {
  volunteers: {
    label: 'Volunteers',
    noun: 'volunteer',
    columns: [
      id,
      { label: 'Name', of: ({ user }) => fullName(user), isMain: true },
      { label: 'User', of: ({ user }) => user.id },
      { label: 'Email', of: ({ user }) => user.email },
      {
        label: 'Departments',
        of: ({ departments }) => departments.map((each) => each.name ?? each.id).join(', '),
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
      { label: 'Name', of: fullName, isMain: true },
      { label: 'Username', of: ({ username }) => username },
      { label: 'Email', of: ({ email }) => email },
      { label: 'Phone', of: ({ phone }) => phone },
    ],
    template: { firstName: 'Ada' },
    deletion: 'This also deletes the volunteer record of the user.',
    userOf: (user) => user,
  } satisfies RecordKind<User>,
  roles: {
    label: 'Roles',
    noun: 'role',
    columns: [id, { label: 'Name', of: ({ name }) => name, isMain: true }],
    template: { name: 'new-role' },
    deletion: '',
    userOf: () => undefined,
  } satisfies RecordKind<Role>,
}
