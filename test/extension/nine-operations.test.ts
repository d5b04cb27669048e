import { expect, it } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi } from '../../src/index.js'

const order = z.object({
  id: z.string(),
  userId: z.string(),
  item: z.string(),
  state: z.enum(['open', 'paid']),
})
const input = z.object({ userId: z.string(), item: z.string() })
const search = z.object({ items: z.array(z.string()), nextPage: z.string().optional() })

const orders = extendApi().collection('orders', {
  one: 'order',
  schema: order,
  references: { userId: 'users' },
  factory: ({ index }) => ({ item: index % 2 === 0 ? 'badge' : 'shirt', state: 'open' }),
  initial: ({ users }) => users.first(4).map(({ id }) => ({ userId: id })),
})

const extend = orders
  .operation(
    'getOrder',
    'GET /api/v0/orders/:id',
    { scope: 'order:read', params: { id: 'orders.id' }, response: order },
    ({ found }) => found.order,
  )
  .operation(
    'listOrdersOfUser',
    'GET /api/v0/users/:id/orders',
    { scope: 'order:read', params: { id: 'users.id' }, pages: 'orders', response: order },
    ({ found, page }) => page({ where: { userId: found.user.id } }),
  )
  .operation(
    'listOrders',
    'GET /api/v0/orders',
    { scope: 'order:read', pages: 'orders', response: order },
    ({ query, page }) => page({ where: ({ state }) => state === (query.get('state') ?? state) }),
  )
  .operation(
    'searchOrders',
    'POST /api/v0/orders/search',
    { scope: 'order:read', body: search, readOnly: true, pages: 'orders', response: order },
    ({ body, page }) => page({ where: ({ item }) => body.items.includes(item) }),
  )
  .operation(
    'createOrder',
    'POST /api/v0/orders',
    { scope: 'order:write', body: input, response: order, replies: [201] },
    ({ body, records, reply }) => reply(201, records.orders.create(body)),
  )
  .operation(
    'changeOrder',
    'PATCH /api/v0/orders/:id',
    { scope: 'order:write', params: { id: 'orders.id' }, body: input.partial(), response: order },
    ({ params, body, records }) => records.orders.update(params.id, body),
  )
  .operation(
    'replaceOrder',
    'PUT /api/v0/orders/:id',
    { scope: 'order:write', params: { id: 'orders.id' }, body: input, response: order },
    ({ params: { id }, body, records }) => {
      records.orders.delete(id)
      return records.orders.create({ ...body, id })
    },
  )
  .operation(
    'deleteOrder',
    'DELETE /api/v0/orders/:id',
    { scope: 'order:write', params: { id: 'orders.id' }, replies: [204] },
    ({ params, records, reply }) => {
      records.orders.delete(params.id)
      return reply(204)
    },
  )
  .operation(
    'sendReport',
    'POST /api/v0/orders/report',
    { scope: 'order:write', readOnly: true, replies: [202] },
    ({ now, reply }) => reply(202, { acceptedAt: new Date(now).toISOString() }),
  )

async function ask(mock: Pick<ReturnType<typeof createMock>, 'fetch'>, request: string, body?: object) {
  const [method = '', path = ''] = request.split(' ')
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await mock.fetch(`https://reg.example.com/api/v0${path}`, init)
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

it.each<[name: string, request: string, body: object | undefined, expected: object]>([
  ['getOrder', 'GET /orders/1', undefined, { status: 200, body: { id: '1', item: 'badge' } }],
  ['listOrdersOfUser', 'GET /users/2/orders', undefined, { body: { data: [{ id: '2', userId: '2' }] } }],
  ['listOrders', 'GET /orders?state=paid', undefined, { body: { data: [], nextPage: null } }],
  [
    'searchOrders',
    'POST /orders/search',
    { items: ['shirt'] },
    { body: { data: [{ id: '2' }, { id: '4' }] } },
  ],
  [
    'createOrder',
    'POST /orders',
    { userId: '9', item: 'mug' },
    { status: 201, body: { item: 'mug', state: 'open' } },
  ],
  ['changeOrder', 'PATCH /orders/1', { item: 'mug' }, { body: { id: '1', item: 'mug', userId: '1' } }],
  [
    'replaceOrder',
    'PUT /orders/1',
    { userId: '9', item: 'mug' },
    { body: { id: '1', userId: '9', item: 'mug' } },
  ],
  ['deleteOrder', 'DELETE /orders/1', undefined, { status: 204 }],
  [
    'sendReport',
    'POST /orders/report',
    undefined,
    { status: 202, body: { acceptedAt: '1970-01-01T00:00:00.000Z' } },
  ],
])('%s works', async (operation, request, body, expected) => {
  const mock = createMock({ extend, now: 0 })
  expect(await ask(mock, request, body)).toMatchObject(expected)
  expect(mock.requests.last()).toMatchObject({ operation })
})
