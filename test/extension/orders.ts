import * as z from 'zod'
import { extendApi } from '../../src/index.js'

/** Orders with tags: own collections with each kind of rule, and an operation of each kind. */
const order = z.object({
  id: z.string(),
  userId: z.string(),
  code: z.string(),
  state: z.enum(['open', 'sent']),
  tagIds: z.array(z.string()),
})
export type Order = z.output<typeof order>
export type Tag = { id: string; name: string }

export const orders = extendApi()
  .collection('tags', {
    one: 'tag',
    schema: z.object({ id: z.string(), name: z.string() }),
    unique: ['name'],
    factory: ({ index }) => ({ name: `made ${index}` }),
    initial: () => ['a', 'b', 'c'].map((name) => ({ name })),
  })
  .collection('orders', {
    one: 'order',
    schema: order,
    unique: ['code', ['userId', 'state']],
    references: { userId: 'users', tagIds: 'tags' },
    factory: ({ index }) => ({ code: `made ${index}`, state: 'open' as const, tagIds: [] }),
    initial: ({ users }) =>
      users.first(6).map(({ id }) => ({ userId: id, code: `first ${id}`, tagIds: ['1'] })),
  })
  .operation(
    'getOrder',
    'GET /api/v0/orders/:id',
    { params: { id: 'orders.id' } },
    ({ found }) => found.order,
  )
  .operation(
    'createOrder',
    'POST /api/v0/orders',
    { body: order.partial(), response: order, replies: [201] },
    ({ body, records, reply }) => reply(201, records.orders.create(body)),
  )
  .operation(
    'changeOrder',
    'PATCH /api/v0/orders/:id',
    { params: { id: 'orders.id' }, body: order.omit({ id: true }).partial() },
    ({ found, body, records }) => records.orders.update(found.order.id, body),
  )
  .operation(
    'deleteOrder',
    'DELETE /api/v0/orders/:id',
    { params: { id: 'orders.id' }, replies: [204] },
    ({ found, records, reply }) => {
      records.orders.delete(found.order.id)
      return reply(204)
    },
  )
  .operation(
    'deleteTag',
    'DELETE /api/v0/tags/:id',
    { params: { id: 'tags.id' }, replies: [204] },
    ({ found, records, reply }) => {
      records.tags.delete(found.tag.id)
      return reply(204)
    },
  )
  .operation(
    'searchOrders',
    'POST /api/v0/orders/search',
    {
      body: z.object({ tagId: z.string().optional(), limit: z.number(), nextPage: z.string().nullish() }),
      pages: 'orders',
      readOnly: true,
    },
    ({ body: { tagId, limit }, page }) =>
      page({ limit, where: ({ tagIds }) => tagId === undefined || tagIds.includes(tagId) }),
  )

const FIRST_ORDERS = 6

/** What one sandbox should have. */
export class Model {
  tags: Tag[] = []
  orders: Order[] = []
  constructor() {
    this.reset()
  }

  reset(): void {
    this.tags = ['a', 'b', 'c'].map((name, index) => ({ id: String(index + 1), name }))
    this.orders = Array.from({ length: FIRST_ORDERS }, (_, index) => ({
      id: String(index + 1),
      userId: String(index + 1),
      code: `first ${index + 1}`,
      state: 'open',
      tagIds: ['1'],
    }))
  }

  /** Whether an order may stand in the place of the one before. */
  #isAllowed(wanted: Order, before?: Order): boolean {
    const others = this.orders.filter((each) => each !== before)
    return (
      wanted.userId !== 'unknown' &&
      wanted.tagIds.every((id) => this.tags.some((tag) => tag.id === id)) &&
      !others.some(
        ({ id, code, userId, state }) =>
          id === wanted.id || code === wanted.code || (userId === wanted.userId && state === wanted.state),
      )
    )
  }

  /** @param id The id in the response, which conmock chooses if `given` has no id. */
  create(given: Omit<Order, 'id'>, id: string): Expected {
    const created = { id, ...given }
    if (!this.#isAllowed(created)) return { status: 409 }
    this.orders = [...this.orders, created].toSorted((a, b) => Number(a.id) - Number(b.id))
    return { status: 201, body: created }
  }

  change(id: string, changes: Partial<Order>): Expected {
    const before = this.orders.find((each) => each.id === id)
    if (!before) return { status: 404 }
    const after = { ...before, ...changes }
    if (!this.#isAllowed(after, before)) return { status: 409 }
    this.orders = this.orders.map((each) => (each === before ? after : each))
    return { status: 200, body: after }
  }

  get(id: string): Expected {
    const body = this.orders.find((each) => each.id === id)
    return body ? { status: 200, body } : { status: 404 }
  }

  search({ limit, tagId, last }: Search): readonly Order[] {
    const isFound = ({ id, tagIds }: Order) =>
      Number(id) > Number(last) && (tagId === undefined || tagIds.includes(tagId))
    return this.orders.filter(isFound).slice(0, limit + 1)
  }

  deleteOrder(id: string): Expected {
    if (!this.orders.some((each) => each.id === id)) return { status: 404 }
    this.orders = this.orders.filter((each) => each.id !== id)
    return { status: 204 }
  }

  deleteTag(id: string): Expected {
    if (!this.tags.some((each) => each.id === id)) return { status: 404 }
    this.tags = this.tags.filter((each) => each.id !== id)
    const without = (each: Order) => ({ ...each, tagIds: each.tagIds.filter((tagId) => tagId !== id) })
    this.orders = this.orders.map(without)
    return { status: 204 }
  }
}

/** A search, whose next page may be read after other changes. */
export interface Search {
  readonly limit: number
  readonly tagId: string | undefined
  readonly last: string
  readonly nextPage?: unknown
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Expected {
  readonly status: number
  readonly body?: unknown
}
