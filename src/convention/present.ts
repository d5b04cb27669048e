import type { Settings } from '../contract/settings.js'
import type { User, Volunteer } from './resources.js'
import { isPlainObject } from '../common/plain-object.js'

/** One user in ten is staff. The id decides, so that it is the same in every response. */
function isStaff({ id }: User): boolean {
  let sum = 0
  for (let index = 0; index < id.length; index++) sum += id.charCodeAt(index)
  return sum % 10 === 0
}

function presentUser(user: User, settings: Settings): User {
  const isUnset = user.preferredName === undefined && settings['user.preferredNameUnset'] === 'null'
  const shown = isUnset ? { ...user, preferredName: null } : user
  return settings['extras.isStaff'] === 'present' ? ({ ...shown, isStaff: isStaff(user) } as User) : shown
}

/** Returns a volunteer record as the API sends it: with the fields that the assumptions add, and without others. */
export function presentVolunteer(volunteer: Volunteer, settings: Settings): Volunteer {
  const isUnnamed = settings['department.name'] === 'absent'
  const { departments } = volunteer
  return {
    ...volunteer,
    departments: isUnnamed ? departments.map(({ id, states }) => ({ id, states })) : departments,
    user: presentUser(volunteer.user, settings),
  }
}

/** Fields that only users have, and fields that only volunteer records have. */
const ofUser = ['firstName', 'lastName', 'username']
const ofVolunteer = ['contactMethods', 'departments', 'options', 'user']

/** Returns a value as the API would send the users and volunteer records in it, at any depth. */
export function presentRecords(value: unknown, settings: Settings): unknown {
  if (Array.isArray(value)) return value.map((item) => presentRecords(item, settings))
  if (!isPlainObject(value)) return value
  if (ofUser.every((field) => field in value)) return presentUser(value as User, settings)
  if (ofVolunteer.every((field) => field in value)) return presentVolunteer(value as Volunteer, settings)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, presentRecords(member, settings)]),
  )
}
