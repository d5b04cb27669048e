import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { request, type Dispatcher } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RemoteRecords } from '../../src/admin/client/remote-mock.js'
import { connect, startServer, type Remote, type RemoteMock } from '../../src/server.js'
import { Model, orders, type Answer, type Expected, type Order, type Search, type Tag } from './orders.js'
import { runs } from '../support/property.js'

// A team's tests, many at once: 20 sandboxes of one server, whose answers are compared with those of a model.

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
  /** The answers that are not what the model says. */
  readonly differences: object[] = []
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

  #compare(answer: object, expected: object): void {
    if (!isDeepStrictEqual(answer, expected)) this.differences.push({ answer, expected })
  }

  async #expect(asking: Promise<Answer>, find: (id: string) => Expected): Promise<void> {
    const answer = await asking
    const { id = '' } = (answer.body ?? {}) as { readonly id?: string }
    const { status, body } = find(id)
    // A refusal says why, which other tests compare.
    this.#compare({ ...answer, ...(status >= 400 && { body: undefined }) }, { status, body })
  }

  async #page(search: Search): Promise<void> {
    const { limit, tagId, nextPage } = search
    const { status, body } = await this.#ask('POST', '/orders/search', { limit, tagId, nextPage })
    const found = this.model.search(search)
    const data = found.slice(0, limit)
    const more = found.length > limit
    const { nextPage: next, ...page } = body as { readonly nextPage?: unknown }
    this.#compare({ status, ...page, more: typeof next === 'string' }, { status: 200, data, more })
    this.#search = more ? { ...search, last: data.at(-1)!.id, nextPage: next } : undefined
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
    expect(client.differences).toEqual([])
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
