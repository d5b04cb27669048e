import * as fc from 'fast-check'
import { request, type Dispatcher } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { extendApi } from '../../src/index.js'
import type { RemoteRecords } from '../../src/admin/client/remote-mock.js'
import { connect, startServer, type Remote, type RemoteMock } from '../../src/server.js'
import { runs } from '../support/property.js'

// A team's tests, many at once: 20 sandboxes of one server, whose answers are compared with those of a model.

const order = z.object({
  id: z.string(),
  userId: z.string(),
  code: z.string(),
  state: z.enum(['open', 'sent']),
  tagIds: z.array(z.string()),
})
type Order = z.output<typeof order>
type Tag = { id: string; name: string }

const orders = extendApi()
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
class Model {
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

  /** @param id The id of the answer, which conmock has chosen if there is none in `given`. */
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
interface Search {
  readonly limit: number
  readonly tagId: string | undefined
  readonly last: string
  readonly nextPage?: unknown
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Expected {
  readonly status: number
  readonly body?: unknown
}

const anyId = fc.integer({ min: 1, max: 20 }).map(String)
const anyTags = fc.subarray(['1', '2', '3'])
const anyState = fc.constantFrom('open' as const, 'sent' as const)
const anyCode = fc.integer({ min: 1, max: 40 }).map((number) => `code ${number}`)
const anyUser = fc.oneof(
  { weight: 15, arbitrary: fc.integer({ min: 1, max: 20 }).map(String) },
  { weight: 1, arbitrary: fc.constant('unknown') },
)

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      given: fc.record(
        { id: anyId, userId: anyUser, code: anyCode, state: anyState, tagIds: anyTags },
        { requiredKeys: ['userId', 'code', 'state', 'tagIds'] },
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      id: anyId,
      changes: fc.record(
        { userId: anyUser, code: anyCode, state: anyState, tagIds: anyTags },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deleteOrder' as const), id: anyId }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('deleteTag' as const), id: fc.constantFrom('1', '2', '3') }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('get' as const), id: anyId }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      limit: fc.integer({ min: 1, max: 5 }),
      tagId: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('more' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reset' as const, 'remove' as const) }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

type OwnMock = RemoteMock & { readonly orders: RemoteRecords<Order>; readonly tags: RemoteRecords<Tag> }

let server: Awaited<ReturnType<typeof start>>
const start = () => startServer({ port: 0, extend: orders })
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.close())

/** The statuses of all answers. */
const statuses: number[] = []

/** Runs the steps of one sandbox, and compares each answer with that of its model. */
class Client {
  readonly name: string
  readonly model = new Model()
  sent = 0
  #search: Search | undefined

  readonly #remote: Remote

  constructor(remote: Remote, name: string) {
    this.#remote = remote
    this.name = name
  }

  async #ask(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<Answer> {
    this.sent++
    // Faster than `fetch`.
    const { statusCode: status, body: sent } = await request(`${server.url}/api/v0${path}`, {
      method,
      headers: { authorization: 'Bearer mock-all-scopes', 'conmock-sandbox': this.name },
      ...(body && { body: JSON.stringify(body) }),
    })
    statuses.push(status)
    const text = await sent.text()
    return { status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }

  async #expect(asking: Promise<Answer>, find: (id: string) => Expected): Promise<void> {
    const answer = await asking
    const { id = '' } = (answer.body ?? {}) as { readonly id?: string }
    const { status, body } = find(id)
    // A refusal says why, which other tests compare.
    expect({ ...answer, ...(status >= 400 && { body: undefined }) }).toEqual({ status, body })
  }

  async #page(search: Search): Promise<void> {
    const { limit, tagId, nextPage } = search
    const answer = await this.#ask('POST', '/orders/search', { limit, tagId, nextPage })
    const found = this.model.search(search)
    const shown = found.slice(0, limit)
    expect(answer).toMatchObject({ status: 200, body: { data: shown } })
    const { nextPage: next } = answer.body as { readonly nextPage?: unknown }
    expect(typeof next === 'string').toBe(found.length > limit)
    this.#search = found.length > limit ? { ...search, last: shown.at(-1)!.id, nextPage: next } : undefined
  }

  async run(step: Step): Promise<void> {
    const { model } = this
    switch (step.do) {
      case 'create': {
        const { id: wanted, ...rest } = step.given
        await this.#expect(this.#ask('POST', '/orders', step.given), (id) => model.create(rest, wanted ?? id))
        break
      }
      case 'change':
        await this.#expect(this.#ask('PATCH', `/orders/${step.id}`, step.changes), () =>
          model.change(step.id, step.changes),
        )
        break
      case 'get':
        await this.#expect(this.#ask('GET', `/orders/${step.id}`), () => model.get(step.id))
        break
      case 'deleteOrder':
        await this.#expect(this.#ask('DELETE', `/orders/${step.id}`), () => model.deleteOrder(step.id))
        break
      case 'deleteTag':
        await this.#expect(this.#ask('DELETE', `/tags/${step.id}`), () => model.deleteTag(step.id))
        break
      case 'search':
        await this.#page({ ...step, last: '0' })
        break
      case 'more':
        await this.#page(this.#search ?? { limit: 2, tagId: undefined, last: '0' })
        break
      case 'reset':
      case 'remove':
        if (step.do === 'reset') await this.#remote.sandbox(this.name).reset()
        else {
          await this.#remote.deleteSandbox(this.name)
          await this.#remote.createSandbox(this.name)
        }
        model.reset()
        this.#search = undefined
        this.sent = 0
    }
  }
}

it('1,000 requests of 20 sandboxes get what a model says, and nothing of another sandbox', async () => {
  const remote = await connect(server.url)
  const clients = Array.from({ length: 20 }, (_, index) => new Client(remote, `w${index + 1}`))
  const plans = fc.sample(fc.array(anyStep, { minLength: 54, maxLength: 54 }), runs(clients.length))
  const run = async (client: Client, plan: readonly Step[]) => {
    const sandbox = (await remote.createSandbox(client.name)) as OwnMock
    for (const step of plan) await client.run(step)
    expect(await sandbox.orders.findMany()).toEqual(client.model.orders)
    expect(await sandbox.tags.findMany()).toEqual(client.model.tags)
    expect(await sandbox.requests.count()).toBe(client.sent)
  }
  await Promise.all(clients.map((client, index) => run(client, plans[index]!)))
  // Otherwise the plans would be too simple.
  const count = (status: number) => statuses.filter((each) => each === status).length
  expect(statuses.length).toBeGreaterThan(1000)
  for (const status of [200, 201, 204, 404, 409])
    expect({ status, is: count(status) > 50 }).toEqual({ status, is: true })

  const untouched = new Model()
  expect(server.mock.orders.findMany()).toEqual(untouched.orders)
  expect(server.mock.tags.findMany()).toEqual(untouched.tags)
})
