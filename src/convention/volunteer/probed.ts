import {
  readFlag,
  readPresence,
  type ProbeAnswers,
  type ProbeRequest,
  type Row,
  type Value,
} from '../../probe/row.js'
import { fillPath } from '../../contract/operation.js'
import { getVolunteer } from './operation.js'
import type { Volunteer } from './schema.js'

function readVolunteer(user: string): ProbeRequest {
  return { path: fillPath(getVolunteer.path, { id: user }), scope: getVolunteer.scope, response: 'Volunteer' }
}

function volunteersIn(answers: ProbeAnswers): Volunteer[] {
  return [...answers.values()].flatMap(({ record }) => (record as Volunteer | undefined) ?? [])
}

/** For users without a volunteer record. A token without the scope could be another reason for a 404. */
function withoutVolunteer(user: string): Row {
  return [
    readVolunteer(user),
    ({ status, json, record }, answers) => {
      if (record !== undefined || volunteersIn(answers).length === 0) return undefined
      return status === 200 && json === null ? '200-null' : status
    },
    'needs the record of --fixture userId=ID, and a user without a record',
  ]
}

/** For fields of volunteer records. Presence seen once is enough. Absence is not: another record could have the field. */
function fromVolunteers(read: (volunteer: Volunteer) => Value): Row {
  return [
    readVolunteer('{userId}'),
    (_, answers) => {
      const seen = volunteersIn(answers).flatMap((volunteer) => read(volunteer) ?? [])
      return seen.find((value) => value !== 'absent') ?? (seen.length > 1 ? 'absent' : undefined)
    },
    'needs other users for --fixture userId=ID and --fixture userWithPreferredNameAbsent=ID',
  ]
}

/** What a probe asks about volunteer records, by assumption. */
export const volunteerRows = {
  'extras.isStaff': fromVolunteers(({ user }) => readFlag((user as { isStaff?: unknown }).isStaff)),
  'department.name': fromVolunteers(({ departments }) => {
    if (departments.length === 0) return undefined
    return departments.some(({ name }) => name !== undefined) ? 'present' : 'absent'
  }),
  'user.preferredNameUnset': [
    readVolunteer('{userWithPreferredNameAbsent}'),
    ({ record }) => {
      const presence =
        record === undefined ? undefined : readPresence((record as Volunteer).user.preferredName)
      return presence === 'present' ? undefined : presence
    },
    'needs the record of a user without a preferred name',
  ],
  'volunteer.noRecord': withoutVolunteer('{userWithoutRecord}'),
  'volunteer.unknownUser': withoutVolunteer('{unknownUser}'),
} as const satisfies { readonly [assumption: string]: Row }
