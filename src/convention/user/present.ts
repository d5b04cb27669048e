import type { Settings } from '../../contract/assumption.js'
import type { User } from './schema.js'

/** One user in ten is staff. The id decides, so that it is the same in every response. */
function isStaff({ id }: User): boolean {
  let sum = 0
  for (let index = 0; index < id.length; index++) sum += id.charCodeAt(index)
  return sum % 10 === 0
}

/** Returns a user as the API sends it. */
export function presentUser(user: User, settings: Settings): User {
  const isUnset = user.preferredName === undefined && settings['user.preferredNameUnset'] === 'null'
  const shown = isUnset ? { ...user, preferredName: null } : user
  return settings['extras.isStaff'] === 'present' ? ({ ...shown, isStaff: isStaff(user) } as User) : shown
}
