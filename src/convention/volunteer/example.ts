import type { Volunteer } from './schema.js'

/** The default example in a pact. There is one option for each type. */
export const exampleVolunteer: Volunteer = {
  id: '500042',
  createdAt: '2026-01-31T18:30:00.000Z',
  updatedAt: '2026-02-14T09:15:00.000Z',
  contactMethods: [{ name: 'Signal', isPrimary: true, value: '+12125550142' }],
  departments: [{ id: '501', states: ['interest'], name: 'Registration' }],
  user: {
    id: '42',
    firstName: 'Samantha',
    lastName: 'Rivera',
    username: 'samantha.rivera',
    preferredName: 'Sam',
    phone: '+12125550142',
    email: 'samantha.rivera@example.com',
  },
  options: [
    { name: 'T-shirt size', type: 'select', value: 'M' },
    { name: 'Languages', type: 'multi', value: ['English', 'German'] },
    { name: 'Allergies', type: 'text', value: 'Peanuts' },
    { name: 'Shifts', type: 'number', value: 3 },
  ],
}
