import type { RecordLook } from '../../contract/record-look.js'
import { getEdgeCase } from '../shown-edge-cases.js'
import { fullName } from '../user/look.js'
import type { Volunteer } from './schema.js'
import { optionTypes } from './values.js'

export const volunteerLook: RecordLook<Volunteer> = {
  label: 'Volunteers',
  noun: 'volunteer',
  columns: [
    // Requests use the id of the user. The id of the volunteer record is only for changes.
    { label: 'User', of: ({ user }) => user.id, look: 'id' },
    { label: 'Name', of: ({ user }) => fullName(user), look: 'name' },
    { label: 'Record', of: ({ id }) => id, look: 'short' },
    {
      label: 'Departments',
      of: ({ departments }) => departments.map((each) => each.name ?? each.id).join(', '),
      look: 'long',
    },
  ],
  templates: {
    'A name': { user: { firstName: 'Ada' } },
    'No preferred name': { user: { preferredName: null } },
    'Empty lists': { contactMethods: [], departments: [], options: [] },
    'Every type of option': { options: optionTypes.map((type) => ({ type })) },
  },
  deletion: 'The user stays, without a volunteer record.',
  edgeCaseOf: ({ user }) => getEdgeCase(user),
  requestId: { label: 'user id', of: ({ user }) => user.id },
}
