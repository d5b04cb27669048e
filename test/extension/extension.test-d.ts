import * as z from 'zod'
import { expectTypeOf } from 'vitest'
import { createMock, extendApi, type User } from '../../src/index.js'
import { startServer } from '../../src/server.js'
import { registrations } from './registrations.js'

// What a team writes, and what the compiler refuses.

const mock = createMock({ extend: registrations, assumptions: { 'registration.canceledTwice': '204' } })
const plain = createMock()
// @ts-expect-error no such variant
createMock({ extend: registrations, assumptions: { 'registration.canceledTwice': '200' } })

export async function use() {
  await startServer({ mock, port: 0 })
  const created = await mock.registrations.create({ userId: '42' })
  expectTypeOf(created.status).toEqualTypeOf<'new' | 'paid' | 'canceled'>()
  expectTypeOf(mock.users.find('1')).toEqualTypeOf<User | undefined>()
  mock.faults.add({ operation: 'getRegistration', effect: { status: 503 } })
  mock.faults.add({ operation: 'listRoles', effect: { status: 503 } })
  plain.faults.add({ operation: 'listRoles', effect: { status: 503 } })
  // @ts-expect-error an unknown operation
  mock.faults.add({ operation: 'getRegistrations', effect: { status: 503 } })
  // @ts-expect-error not of this mock
  plain.faults.add({ operation: 'getRegistration', effect: { status: 503 } })
  // @ts-expect-error no such collection
  void plain.registrations
  // @ts-expect-error a wrong value
  await mock.registrations.create({ status: 'unknown' })
}

const start = extendApi()
start.operation('wrong', 'GET /api/v0/users/:id', {}, ({ params }) => ({
  // @ts-expect-error no such parameter
  id: params.userId,
}))
// @ts-expect-error no such field
start.operation('wrong', 'GET /api/v0/users/:id', { params: { id: 'users.number' } }, ({ found }) => found)
// @ts-expect-error no such parameter
start.operation('wrong', 'GET /api/v0/users/:id', { params: { user: 'users.id' } }, () => ({}))
start.operation('wrong', 'GET /api/v0/users/:id', {}, ({ records }) =>
  // @ts-expect-error no such collection
  records.registrations.findMany(),
)
start.operation(
  'wrong',
  'GET /api/v0/users/:id',
  { replies: [204], refuses: [409] },
  ({ reply, refuse, query }) =>
    query.has('a')
      ? // @ts-expect-error a status that is not declared
        refuse(404, 'No')
      : // @ts-expect-error a status that is not declared
        reply(201),
)
// @ts-expect-error a refusal is no success
start.operation('wrong', 'GET /api/v0/users/:id', { refuses: [200] }, () => ({}))
// @ts-expect-error it does not say that it returns pages
start.operation('wrong', 'GET /api/v0/users', {}, ({ page }) => page({}))
// @ts-expect-error no such collection
start.operation('wrong', 'GET /api/v0/users', { pages: 'registrations' }, () => ({}))
const mail = z.object({ mail: z.string() })
start.operation('wrong', 'GET /api/v0/users', { pages: 'users', response: mail }, ({ page }) =>
  // @ts-expect-error an element is not what the response says
  page({}),
)
start.operation('right', 'GET /api/v0/users', { pages: 'users' }, ({ page }) => page())
start.operation('right', 'GET /api/v0/users', { pages: 'users', response: mail }, ({ page }) =>
  page({ each: ({ id }) => ({ mail: `${id}@x.example` }) }),
)
const id = z.object({ id: z.string() })
// @ts-expect-error the answer is not what the response says
start.operation('wrong', 'GET /api/v0/users/:id', { response: id }, () => ({ id: 1 }))
// @ts-expect-error an answer is synchronous
start.operation('wrong', 'GET /api/v0/users/:id', { response: id }, async () => ({ id: '1' }))
// @ts-expect-error an answer is synchronous
start.operation('wrong', 'GET /api/v0/users/:id', {}, async () => ({ id: '1' }))

const team = z.object({ id: z.string().brand('Team'), lead: z.string().nullable() })
start
  .collection('teams', {
    one: 'team',
    schema: team,
    references: { lead: 'teams' },
    factory: () => ({ lead: null }),
  })
  .operation('setLead', 'PUT /api/v0/teams/:id', { params: { id: 'teams.id' } }, ({ found, records }) =>
    records.teams.update(found.team.id, { lead: found.team.id }),
  )
const shape = z.discriminatedUnion('kind', [
  z.object({ id: z.string(), kind: z.literal('a') }),
  z.object({ id: z.string(), kind: z.literal('b') }),
])
start
  .collection('shapes', { one: 'shape', schema: shape, factory: () => ({ kind: 'a' as const }) })
  .operation('right', 'GET /api/v0/shapes', { pages: 'shapes' }, ({ page }) =>
    page({ where: ({ kind }) => kind === 'a' }),
  )
