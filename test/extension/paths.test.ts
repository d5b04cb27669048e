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

it.each([
  ['a static segment', 'a parameter', '/api/v0/users/me', '/api/v0/users/:id', 'you'],
  ['a parameter with a suffix', 'one without', '/api/v0/cards/:id.json', '/api/v0/cards/:id', '7'],
] as const)('%s comes before %s, whichever is first', async (_, _other, special, general, id) => {
  const add = (to: ReturnType<typeof extendApi>, path: string) =>
    to.operation(path === special ? 'special' : 'general', `GET ${path}`, {}, () => ({}))
  for (const [one, other] of [
    [special, general],
    [general, special],
  ] as const) {
    const mock = createMock({ extend: add(add(extendApi(), one) as never, other) })
    for (const path of [special.replace(':id', id), general.replace(':id', id)])
      await mock.fetch(ORIGIN + path, { headers })
    expect(mock.requests.all().map(({ operation }) => operation)).toEqual(['special', 'general'])
  }
})

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
