import { extendApi } from 'conmock'
import * as z from 'zod'

const registration = z.object({ id: z.string(), userId: z.string(), badgeName: z.string().nullable() })

export type Registration = z.infer<typeof registration>

/** What the app requests besides the API specification: the registration of a user. */
export const api = extendApi()
  .collection('registrations', {
    one: 'registration',
    schema: registration,
    unique: ['userId'],
    references: { userId: 'users' },
    factory: ({ index }) => ({ badgeName: index % 2 === 0 ? `Badge ${index + 1}` : null }),
    initial: ({ users }) => users.first(150).map(({ id }) => ({ userId: id })),
  })
  .operation(
    'getRegistration',
    'GET /api/v0/users/:id/registration',
    { scope: 'registration:read', params: { id: 'registrations.userId' }, response: registration },
    ({ found }) => found.registration,
  )
