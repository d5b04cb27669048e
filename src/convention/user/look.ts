import type { RecordLook } from '../../contract/record-look.js'
import { getEdgeCase } from '../shown-edge-cases.js'
import type { User } from './schema.js'

export function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim()
}

export const userLook: RecordLook<User> = {
  label: 'Users',
  noun: 'user',
  columns: [
    { label: 'Id', of: ({ id }) => id, look: 'id' },
    { label: 'Name', of: fullName, look: 'name' },
    { label: 'Username', of: ({ username }) => username, look: 'short' },
    { label: 'Email', of: ({ email }) => email, look: 'long' },
  ],
  templates: { 'A name': { firstName: 'Ada' } },
  deletion: 'This also deletes the volunteer record of the user.',
  edgeCaseOf: getEdgeCase,
}
