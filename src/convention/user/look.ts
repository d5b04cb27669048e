import type { RecordLook } from '../../contract/record-look.js'

export const userLook = {
  columns: [
    { label: 'Id', text: '{id}', look: 'id' },
    { label: 'Name', text: '{firstName} {lastName}', look: 'name' },
    { label: 'Username', text: '{username}', look: 'short' },
    { label: 'Email', text: '{email}', look: 'long' },
  ],
  templates: { 'A name': { firstName: 'Ada' } },
  deletion: 'This also deletes the volunteer record of the user.',
} as const satisfies Partial<RecordLook>
