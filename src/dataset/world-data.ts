import type { Role, User, Volunteer } from '../contract/schemas.js'
import type { Dataset } from './dataset.js'

/** A whole world as JSON. */
export interface WorldData {
  /** Says what the file is. */
  readonly format: 'conmock-1'
  /** The volunteer records, each with the identity of its user. */
  readonly volunteers: readonly Volunteer[]
  /** The users without a volunteer record. */
  readonly users: readonly User[]
  readonly roles: readonly Role[]
}

/** A world as a caller may give it: what is left out is empty. */
export type WorldDataInput = { readonly [Part in keyof WorldData]?: WorldData[Part] | undefined } | JsonWorld

/** A world as TypeScript infers it from an imported JSON file; what is in it is checked when a mock is made. */
interface JsonWorld {
  readonly format?: string
  readonly volunteers?: readonly object[]
  readonly users?: readonly object[]
  readonly roles?: readonly object[]
}

/** The world as it is now, a test's changes included: a copy, in the order of the ids. */
export function exportData(dataset: Dataset): WorldData {
  const users = [...dataset.users.from()].filter(({ id }) => dataset.volunteerOfUser(id) === undefined)
  const data: WorldData = {
    format: 'conmock-1',
    volunteers: [...dataset.volunteers.from()],
    users,
    roles: [...dataset.roles.from()],
  }
  return JSON.parse(JSON.stringify(data)) as WorldData
}
