import type { Settings } from '../../contract/assumption.js'
import { presentUser } from '../user/present.js'
import type { Volunteer } from './schema.js'

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
