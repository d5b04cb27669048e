import type { Role } from './schema.js'

/** The default example in a pact. */
export const exampleRole: Role = { id: '101', name: 'registration-staff' }
