import { reportedApi } from 'conmock/reported'
import * as z from 'zod'

const pickup = z.object({ id: z.string(), userId: z.string(), isDone: z.boolean() })

export type Pickup = z.infer<typeof pickup>

/**
 * What the app requests besides the API specification: the registration of a user, which the vendor of the service documents,
 * and whether the user has picked up the badge, which only we have.
 */
export const api = reportedApi
  .collection('pickups', {
    one: 'pickup',
    schema: pickup,
    unique: ['userId'],
    references: { userId: 'users' },
    factory: ({ index }) => ({ isDone: index % 2 === 0 }),
    initial: ({ registrations }) => registrations.first(150).map(({ userId }) => ({ userId })),
  })
  .operation(
    'getPickup',
    'GET /api/v0/users/:id/pickup',
    { scope: 'registration:read', params: { id: 'pickups.userId' }, response: pickup },
    ({ found }) => found.pickup,
  )
