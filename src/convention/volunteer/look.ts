import type { RecordLook } from '../../contract/record-look.js'
import { optionTypes } from './values.js'

export const volunteerLook = {
  columns: [
    // Requests use the id of the user. The id of the volunteer record is only for changes.
    { label: 'User', text: '{user.id}', look: 'id' },
    { label: 'Name', text: '{user.firstName} {user.lastName}', look: 'name' },
    { label: 'Record', text: '{id}', look: 'short' },
    { label: 'Departments', text: '{departments.name|id}', look: 'long' },
  ],
  templates: {
    'A name': { user: { firstName: 'Ada' } },
    'No preferred name': { user: { preferredName: null } },
    'Empty lists': { contactMethods: [], departments: [], options: [] },
    'Every type of option': { options: optionTypes.map((type) => ({ type })) },
  },
  deletion: 'The user stays, without a volunteer record.',
  requestId: { label: 'user id', text: '{user.id}' },
} as const satisfies Partial<RecordLook>
