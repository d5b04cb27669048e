import { expect, it } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi } from '../../src/index.js'

const ORIGIN = 'https://reg.example.com'
const headers = { authorization: 'Bearer mock-all-scopes' }

it('an operation of the API is replaced if the extension says so', async () => {
  const replacing = { replaces: true }
  const extend = extendApi().operation('roles', 'GET /api/v0/roles', replacing, () => ({ data: [] }))
  const mock = createMock({ extend })
  expect(await (await mock.fetch(`${ORIGIN}/api/v0/roles`, { headers })).json()).toEqual({ data: [] })
  expect(mock.requests.last()!.operation).toBe('roles')
})

it('an operation that replaces one of the same name stays when another is added', async () => {
  const replacing = { replaces: true }
  const one = extendApi().operation('listRoles', 'GET /api/v0/roles', replacing, () => ({ is: 'first' }))
  const both = one.operation('ping', 'GET /api/v0/ping', {}, () => ({ is: 'ping' }))
  expect(() => both.operation('listRoles', 'GET /api/v0/roles', {}, () => ({}))).toThrow('the name is taken')
  const again = both.operation('listRoles', 'GET /api/v0/roles', replacing, () => ({ is: 'second' }))
  const ask = async (extend: typeof both, name: string) =>
    (await createMock({ extend }).fetch(`${ORIGIN}/api/v0/${name}`, { headers })).json()
  expect(await ask(both, 'roles')).toEqual({ is: 'first' })
  expect(await ask(again, 'roles')).toEqual({ is: 'second' })
  expect(await ask(again, 'ping')).toEqual({ is: 'ping' })
})

it.each([true, false])(
  'a static segment comes before a parameter, whichever is first: %s',
  async (isFirst) => {
    const requests = ['GET /api/v0/users/me', 'GET /api/v0/users/:id'] as const
    const [one, other] = isFirst ? requests : requests.toReversed()
    const nameOf = (request: string | undefined) => (request === requests[0] ? 'getMe' : 'getUser')
    const extend = extendApi()
      .operation(nameOf(one), one as (typeof requests)[0], {}, () => ({}))
      .operation(nameOf(other), other as (typeof requests)[1], {}, () => ({}))
    const mock = createMock({ extend })
    for (const id of ['me', 'you']) await mock.fetch(`${ORIGIN}/api/v0/users/${id}`, { headers })
    expect(mock.requests.all().map(({ operation }) => operation)).toEqual(['getMe', 'getUser'])
  },
)

it('a parameter may have a suffix', async () => {
  const extend = extendApi().operation('getCard', 'GET /api/v0/cards/:id.json', {}, ({ params }) => ({
    id: params.id,
  }))
  const card = await createMock({ extend }).fetch(`${ORIGIN}/api/v0/cards/7.json`, { headers })
  expect(await card.json()).toEqual({ id: '7' })
})

it('a parameter may be a number or a boolean of a record', async () => {
  const schema = z.object({ id: z.string(), row: z.number(), isMain: z.boolean() })
  const extend = extendApi()
    .collection('seats', {
      one: 'seat',
      schema,
      factory: ({ index }) => ({ row: index, isMain: index === 1 }),
      initial: () => [{}, {}],
    })
    .operation(
      'find',
      'GET /api/v0/seats/:row/:isMain',
      { params: { row: 'seats.row', isMain: 'seats.isMain' } },
      ({ found }) => found.seat,
    )
  const mock = createMock({ extend })
  const statusOf = async (path: string) =>
    (await mock.fetch(`${ORIGIN}/api/v0/seats/${path}`, { headers })).status
  expect([await statusOf('1/true'), await statusOf('0/false'), await statusOf('1/false')]).toEqual([
    200, 200, 404,
  ])
})

it.each([true, false])(
  'a parameter with a suffix comes before one without, whichever is first: %s',
  async (isFirst) => {
    const requests = ['GET /api/v0/cards/:id.json', 'GET /api/v0/cards/:id'] as const
    const [one, other] = isFirst ? requests : requests.toReversed()
    const nameOf = (request: string | undefined) => (request === requests[0] ? 'getFile' : 'getCard')
    const extend = extendApi()
      .operation(nameOf(one), one as (typeof requests)[0], {}, () => ({}))
      .operation(nameOf(other), other as (typeof requests)[1], {}, () => ({}))
    const mock = createMock({ extend })
    for (const id of ['7.json', '7']) await mock.fetch(`${ORIGIN}/api/v0/cards/${id}`, { headers })
    expect(mock.requests.all().map(({ operation }) => operation)).toEqual(['getFile', 'getCard'])
  },
)
