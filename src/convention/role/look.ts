import type { RecordLook } from '../../contract/record-look.js'
import type { Role } from './schema.js'

export const roleLook: RecordLook<Role> = {
  label: 'Roles',
  noun: 'role',
  columns: [
    { label: 'Id', of: ({ id }) => id, look: 'id' },
    { label: 'Name', of: ({ name }) => name, look: 'name' },
  ],
  templates: { 'A name': { name: 'new-role' } },
  deletion: '',
}
