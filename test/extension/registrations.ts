import * as z from 'zod'
import { extendApi } from '../../src/index.js'

/** An extension of a team, as the guide shows one: a record of its own, a list of it, a search and a change. */
export const registration = z.object({
  id: z.string(),
  userId: z.string(),
  status: z.enum(['new', 'paid', 'canceled']),
  badgeName: z.string().nullable(),
  options: z.array(z.object({ name: z.string(), value: z.string() })),
})

export const registrations = extendApi()
  .collection('registrations', {
    one: 'registration',
    schema: registration,
    unique: ['userId'],
    references: { userId: 'users' },
    factory: ({ index }) => ({ status: index % 3 === 0 ? 'paid' : 'new', badgeName: null, options: [] }),
    initial: ({ users }) => users.first(150).map(({ id }) => ({ userId: id })),
  })
  .operation(
    'getUser',
    'GET /api/v0/users/:id',
    { scope: 'user:read', params: { id: 'users.id' } },
    ({ found }) => found.user,
  )
  .operation(
    'getRegistration',
    'GET /api/v0/users/:id/registration',
    { scope: 'registration:read', params: { id: 'registrations.userId' } },
    ({ found: { registration: found }, records }) => ({ ...found, user: records.users.get(found.userId) }),
  )
  .operation(
    'searchRegistrations',
    'POST /api/v0/registrations/search',
    {
      scope: 'registration:read',
      readOnly: true,
      pages: 'registrations',
      body: z.object({
        ids: z.array(z.string()).optional(),
        nextPage: z.string().optional(),
        limit: z.number().optional(),
      }),
    },
    ({ body: { ids, limit }, page }) => page({ limit, where: ({ userId }) => ids?.includes(userId) ?? true }),
  )
  .assumption('registration.canceledTwice', {
    question: 'What does a second cancellation get?',
    variants: ['409', '204'],
  })
  .operation(
    'cancelRegistration',
    'DELETE /api/v0/users/:id/registration',
    {
      scope: 'registration:update',
      params: { id: 'registrations.userId' },
      replies: [204],
      refuses: [409],
    },
    ({ found: { registration: found }, records, assumptions, reply, refuse }) => {
      if (found.status === 'canceled' && assumptions['registration.canceledTwice'] === '409')
        return refuse(409, 'It is canceled already.')
      records.registrations.update(found.id, { status: 'canceled' })
      return reply(204)
    },
  )
  .operation(
    'register',
    'POST /api/v0/registrations',
    {
      scope: 'registration:update',
      body: z.object({ userId: z.string(), badgeName: z.string().nullable().optional() }),
      response: registration,
      replies: [201],
      // The first user without a registration.
      example: { body: { userId: '1122' } },
    },
    ({ body, records, reply }) => reply(201, records.registrations.create(body)),
  )
  .operation(
    'getPhoto',
    'GET /api/v0/users/:id/photo',
    { params: { id: 'users.id' } },
    () => new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/png' } }),
  )
