import type { MockCore } from '../mock/mock-core.js'
import { listRoles } from './role/operation.js'
import { volunteerPath } from './volunteer/operation.js'

const MAX_USERS = 20

/** What a server says about its records at the start: ids of users, those with a record first, and the number of roles. */
export function summarize({ users, volunteers, roles }: MockCore) {
  const ids = users.page({ limit: MAX_USERS }).records.map(({ id }) => id)
  const withRecord = new Set(ids.filter((id) => volunteers.find({ user: { id } })))
  return { userIds: [...withRecord, ...ids.filter((id) => !withRecord.has(id))], roleCount: roles.count() }
}

/** Paths to try with the records of a mock. */
export function examplePaths({ volunteers }: MockCore): string[] {
  const volunteer = volunteers.find({})
  return [listRoles.path, ...(volunteer ? [volunteerPath(volunteer.user.id)] : [])]
}
