import type { Role, User, Volunteer } from './resources.js'

/** The record type of each kind. Editors show these comments for the members of a mock and of its data. */
export interface RecordTypes {
  /** The volunteer records with their users. */
  volunteers: Volunteer
  /** The users. Data files leave out those of volunteer records. */
  users: User
  /** The roles. */
  roles: Role
}

/** Name of a kind of record. It is a plural, as in `mock.volunteers`. */
export type KindName = keyof RecordTypes

export type Lists = { readonly [Name in KindName]: readonly RecordTypes[Name][] }
