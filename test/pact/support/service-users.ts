import { exampleVolunteer } from '../../../src/convention/volunteer/example.js'
import type { Fixtures } from '../../../src/convention/volunteer/fixtures.js'

/** The fixtures for all states of conmock. */
export const fixtures = {
  userId: 'r-1',
  userWithPreferredNameNull: 'r-null',
  userWithPreferredNameAbsent: 'r-absent',
  userWithUnnamedDepartment: 'r-unnamed',
  userWithEveryOptionType: 'r-options',
  userWithEmptyLists: 'r-empty',
  userWithoutRecord: 'r-none',
  unknownUser: 'r-unknown',
} satisfies Required<Fixtures>

const { user, ...record } = exampleVolunteer
const { preferredName: _name, ...unnamed } = user

const unnamedDepartment = { departments: [{ id: '1', states: ['request'] }] }
const emptyLists = { contactMethods: [], departments: [], options: [] }

/** The users of a service for whom these states are true. */
export const users = [
  { user, volunteer: record, id: fixtures.userId },
  { user: { ...user, preferredName: null }, volunteer: record, id: fixtures.userWithPreferredNameNull },
  { user: unnamed, volunteer: record, id: fixtures.userWithPreferredNameAbsent },
  { user, volunteer: { ...record, ...unnamedDepartment }, id: fixtures.userWithUnnamedDepartment },
  { user, volunteer: record, id: fixtures.userWithEveryOptionType },
  { user, volunteer: { ...record, ...emptyLists }, id: fixtures.userWithEmptyLists },
  { user, id: fixtures.userWithoutRecord },
].map(({ id, ...each }) => ({ ...each, user: { ...each.user, id } }))

/** Roles of a service, with different names. */
export function rolesOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: `role-${index}`, name: `role ${index}` }))
}
