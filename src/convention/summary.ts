import type { MockCore } from '../mock/mock-core.js'

const MAX_USERS = 20

/** What a server says about its records at the start: ids of users, those with a record first, and the number of roles. */
export function summarize({ users, volunteers, roles }: MockCore) {
  const { records } = users.page({ limit: MAX_USERS })
  const hasRecord = (id: string) => volunteers.find({ user: { id } }) !== undefined
  const [withRecord, without] = [true, false].map((wanted) =>
    records.flatMap(({ id }) => (hasRecord(id) === wanted ? [id] : [])),
  )
  return { userIds: [...withRecord!, ...without!], roleCount: roles.count() }
}

/** Paths to try with the records of a mock. */
export function examplePaths({ volunteers }: MockCore): string[] {
  const volunteer = volunteers.find({})
  const path = volunteer && `/api/v0/users/${encodeURIComponent(volunteer.user.id)}/volunteer`
  return ['/api/v0/roles', ...(path === undefined ? [] : [path])]
}
