import * as v from 'valibot'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { extendApi } from '../../src/index.js'
import { open, outcomes, record, verify } from './support/own-operations.js'
import { startReplies } from './support/servers.js'

const tokens = { 'user:read': 'a', 'volunteer:read': 'a' }

/** Returns the outcome of a recorded pact for each body that a service may send. */
async function outcomesOf(extend: object, pacts: string, bodies: readonly unknown[], fixtures = {}) {
  const found: string[] = []
  for (const body of bodies) {
    const url = await startReplies(() => ({ body }))
    const { interactions } = await verify({ extend, pacts, against: { url, tokens, fixtures } })
    found.push(interactions[0]!.outcome)
  }
  return found
}

const tree = z.object({
  name: z.string(),
  get children() {
    return z.array(tree)
  },
})

it.each<[what: string, response: object, example: unknown, right: unknown[], wrong: unknown[]]>([
  [
    'a schema with a name',
    z.object({ a: z.string(), note: z.string().optional() }).meta({ id: 'Thing' }),
    { a: 'x', note: 'y' },
    [{ a: 'z' }],
    [{ note: 'y' }],
  ],
  [
    'a recursive schema',
    tree,
    { name: 'x', children: [{ name: 'y', children: [] }] },
    [{ name: 'z', children: [] }],
    [{ name: 'z' }],
  ],
  [
    'what the library does not describe',
    v.object({ a: v.string(), note: v.optional(v.string()) }),
    { a: 'x', note: 'y' },
    [{ a: 'z' }],
    [{ note: 'y' }],
  ],
  [
    'a transformation and a default',
    z.object({ a: z.string().transform(Number), b: z.string().default('x') }),
    { a: '1', b: 'y' },
    [{ a: '2' }],
    [{ b: 'y' }],
  ],
  [
    'odd names',
    z.object({
      'first name': z.string(),
      'a.b': z.string(),
      $ref: z.string(),
      "it's": z.string(),
      '': z.string(),
    }),
    { 'first name': 'a', 'a.b': 'b', $ref: 'c', "it's": 'd', '': 'e' },
    [{ 'first name': 'x', 'a.b': 'x', $ref: 'x', "it's": 'x', '': 'x' }],
    [{ 'first name': 1, 'a.b': 'x', $ref: 'x', "it's": 'x', '': 'x' }],
  ],
  [
    'more members than the schema has',
    z.looseObject({ a: z.string() }),
    { a: 'x', more: 1 },
    [{ a: 'y' }],
    [{ more: 1 }],
  ],
  [
    'values of several types',
    z.object({
      a: z.literal(['x', null]),
      b: z.literal(['x', 1]),
      c: z.tuple([z.string(), z.number()]),
      d: z.tuple([z.string()]),
    }),
    { a: 'x', b: 'x', c: ['x', 1], d: ['x'] },
    [{ a: null, b: 1, c: ['y', 2], d: ['y'] }],
    [{ a: 'y', b: 1, c: ['y', 2], d: ['y'] }],
  ],
  [
    'a union of objects',
    z.object({ value: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) }),
    { value: { a: 'x' } },
    [{ value: { b: 'x' } }],
    [{ value: {} }],
  ],
])('demands what each response has: %s', async (_, response, example, right, wrong) => {
  const extend = extendApi().operation(
    'get',
    'GET /api/v0/thing',
    { response: response as z.ZodType },
    () => example,
  )
  const { mock, ask } = open(extend)
  await ask('GET thing')
  const { file } = await record(extend, mock)
  expect(outcomes(await verify({ extend, pacts: file }))).toEqual({ get: 'verified' })
  expect(await outcomesOf(extend, file, [...right, ...wrong])).toEqual([
    ...right.map(() => 'verified'),
    ...wrong.map(() => 'broken'),
  ])
})

const rooms = extendApi()
  .collection('rooms', {
    one: 'room',
    schema: z.object({ id: z.string(), number: z.number(), name: z.string() }),
    unique: ['number', 'name'],
    factory: ({ index }) => ({ number: index, name: `a?b/${index}` }),
    initial: () => [{}],
  })
  .collection('keys', {
    one: 'key',
    schema: z.object({ id: z.string(), room: z.string(), others: z.array(z.string()).nullable() }),
    references: { room: 'rooms', others: 'rooms' },
    factory: () => ({ room: '1', others: null }),
    initial: () => [{}],
  })

it.each<
  [
    what: string,
    field: 'number' | 'name',
    response: z.ZodType,
    first: string,
    wanted: string,
    cases: [body: object, outcome: string][],
  ]
>([
  [
    'a number',
    'number',
    z.object({ number: z.number() }),
    '0',
    '5',
    [
      [{ number: 5 }, 'verified'],
      [{ number: 8 }, 'broken'],
    ],
  ],
  [
    'a text, also if other records have null there',
    'name',
    z.object({ name: z.string().nullable() }),
    'a%3Fb%2F0',
    'x',
    [
      [{ name: 'x' }, 'verified'],
      [{ name: 'y' }, 'broken'],
      [{ name: null }, 'broken'],
    ],
  ],
])('demands the record that the path names by %s', async (_, field, response, first, wanted, cases) => {
  const options = { params: { value: `rooms.${field}` }, response } as const
  const extend = rooms.operation('getRoom', 'GET /api/v0/rooms/:value', options, ({ found }) => found.room)
  const { mock, ask } = open(extend)
  await ask(`GET rooms/${first}`)
  const { file } = await record(extend, mock)
  expect(outcomes(await verify({ extend, pacts: file }))).toEqual({ getRoom: 'verified' })
  const bodies = cases.map(([body]) => body)
  const found = await outcomesOf(extend, file, bodies, { [`room.${field}`]: wanted })
  expect(found).toEqual(cases.map(([, outcome]) => outcome))
})

it('demands the record that the path names if nothing describes the response', async () => {
  const response = v.object({ id: v.string(), name: v.string() })
  const options = { params: { id: 'rooms.id' }, response } as const
  const extend = rooms.operation('getRoom', 'GET /api/v0/rooms/:id', options, ({ found }) => found.room)
  const { mock, ask } = open(extend)
  await ask('GET rooms/1')
  const { file } = await record(extend, mock)
  expect(outcomes(await verify({ extend, pacts: file }))).toEqual({ getRoom: 'verified' })
  const bodies = ['1', '2'].map((id) => ({ id, name: 'x' }))
  expect(await outcomesOf(extend, file, bodies, { 'room.id': '1' })).toEqual(['verified', 'broken'])
})

it('has requests for odd values, for a record before the one that it belongs to, and for what refers to one', async () => {
  const extend = rooms
    .operation(
      'byName',
      'GET /api/v0/rooms/:name',
      { params: { name: 'rooms.name' } },
      ({ found }) => found.room,
    )
    .operation(
      'getKey',
      'GET /api/v0/keys/:key/rooms/:room',
      { params: { key: 'keys.id', room: 'rooms.id' }, refuses: [409] },
      ({ found, refuse }) => (found.key.room === found.room.id ? found.key : refuse(409, 'Another room.')),
    )
    .operation(
      'keysOf',
      'GET /api/v0/keys-of/:room',
      { params: { room: 'rooms.id' }, pages: 'keys' },
      ({ page, params }) => page({ where: { room: params.room } }),
    )
    .operation('none', 'GET /api/v0/none', { pages: 'rooms' }, ({ page }) =>
      page({ where: { name: 'none' } }),
    )
  const { mock, ask } = open(extend, { 'roles.pageSize': 60 })
  for (const request of ['rooms/a%3Fb%2F0', 'keys/1/rooms/1', 'keys-of/1', 'none'])
    await ask(`GET ${request}`)
  const { file, lines } = await record(extend, mock)
  expect(lines.filter((line) => line.includes('not in the pact'))).toEqual([
    '  not in the pact: 1 response of none with 200 none.page.only: its page has none of the rooms that conmock creates',
  ])
  expect(outcomes(await verify({ extend, pacts: file }))).toEqual({
    byName: 'verified',
    getKey: 'verified',
    'a page of keysOf': 'verified',
  })
})

it('keeps the id of a service that is the example of another record, and encodes one before a suffix', async () => {
  const extend = rooms.operation(
    'getKey',
    'GET /api/v0/rooms/:room/keys/:key.json',
    { params: { room: 'rooms.id', key: 'keys.id' } },
    () => ({}),
  )
  const { mock, ask } = open(extend)
  await ask('GET rooms/1/keys/1.json')
  const { file } = await record(extend, mock)
  const seen: (string | undefined)[] = []
  const url = await startReplies((request) => {
    seen.push(request.url)
    return { body: {} }
  })
  const fixtures = { 'room.id': '10002', 'key.id': 'a/b c' }
  await verify({ extend, pacts: file, against: { url, tokens, fixtures } })
  expect(seen).toContain('/api/v0/rooms/10002/keys/a%2Fb%20c.json')
})
