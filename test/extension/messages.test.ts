import { expect, it } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi, type Mock } from '../../src/index.js'

// What somebody reads whose extension is wrong. Most of these mistakes are errors of the compiler, too.

type Loose = Record<'collection' | 'operation' | 'assumption', (...args: unknown[]) => never>

const base = extendApi() as object as Loose
const schema = z.object({ id: z.string(), userId: z.string(), tags: z.optional(z.array(z.string())) })
const factory = () => ({ userId: '1' })
const car = { one: 'car', schema, factory }
const any = () => ({})

function carsWith(options: object): { create(given?: object): Promise<unknown>; count(): number } {
  const mock: unknown = createMock({ extend: base.collection('cars', { ...car, ...options }) })
  return (mock as { readonly cars: never }).cars
}

it.each<[run: () => unknown, message: string]>([
  [() => base.collection('cars'), 'the collection cars: the options must be a plain object'],
  [
    () => base.collection('cars', { ...car, one: undefined }),
    'the collection cars: "one" must be a non-empty string',
  ],
  [
    () => base.collection('cars', { ...car, schema: { id: 'string' } }),
    'the collection cars: "schema" must be a schema that follows Standard Schema, such as one of zod, valibot or arktype',
  ],
  [() => base.collection('tokens', car), 'the collection tokens: the name is taken'],
  [() => base.collection('toString', car), 'the collection toString: the name is taken'],
  [() => base.collection('userS', car), 'the collection userS: the name differs from "users" only in case'],
  [
    () => base.collection('my-cars', car),
    'the collection my-cars: the name must be letters and digits, with a lower-case letter first',
  ],
  [
    () => base.collection('cars', { ...car, one: 'user' }),
    'the collection cars: "one" must not be the noun of another collection',
  ],
  [
    () => base.collection('cars', { ...car, unique: ['userid'] }),
    'the collection cars: "unique" has the unknown field "userid": did you mean "userId"? Known: id, userId, tags',
  ],
  [
    () => base.collection('cars', { ...car, references: { user: 'users' } }),
    'the collection cars: "references" has the unknown field "user": did you mean "userId"? Known: id, userId, tags',
  ],
  [
    () => base.collection('cars', { ...car, references: { userId: 'user' } }),
    'the collection cars: there is no collection "user": did you mean "users"? Known: volunteers, users, roles',
  ],
  [() => base.operation('a', 'GET /api/v0/a', any), 'the operation a: the options must be a plain object'],
  [() => base.operation('a', 'GET /api/v0/a', {}), 'the operation a: its answer must be a function'],
  [
    () => base.operation('listRoles', 'GET /api/v0/a', {}, any),
    'the operation listRoles: the name is taken; to replace that operation, set replaces: true',
  ],
  [
    () => base.operation('listroles', 'GET /api/v0/a', {}, any),
    'the operation listroles: the name differs from "listRoles" only in case',
  ],
  [
    () => base.operation('a', 'GET /api/v0/users/:other/volunteer', {}, any),
    'the operation a: GET /api/v0/users/:id/volunteer is taken; to replace that operation, set replaces: true',
  ],
  [
    () => base.operation('a', 'GET /me', {}, any),
    'the operation a: the path "/me" must start with /api/v0/, and have no query',
  ],
  [
    () => base.operation('a', 'GET /api/v0/bücher', {}, any),
    'the operation a: the path "/api/v0/bücher" must be as clients send it: "/api/v0/b%C3%BCcher"',
  ],
  ...['GET /api/v0/w/*', 'GET /api/v0/(a|b)', 'GET /api/v0/:id:cancel', 'GET /api/v0/:a-:b'].map(
    (request): [() => unknown, string] => [
      () => base.operation('a', request, {}, any),
      `the operation a: the path "${request.slice(4)}" must have only plain segments and parameters, such as /:id or /:id.json`,
    ],
  ),
  [
    () => base.operation('a', 'GET /api/v0/a', { replaces: true }, any),
    'the operation a: "replaces" is set, but there is no operation a and no GET /api/v0/a',
  ],
  [
    () => base.operation('a', '/api/v0/me', {}, any),
    'the operation a: "/api/v0/me" must start with one of: GET, POST, PUT, PATCH, DELETE',
  ],
  [
    () => base.operation('a', 'GET /api/v0/:a/:a', {}, any),
    'the operation a: the path /api/v0/:a/:a has the parameter "a" twice',
  ],
  [
    () => base.operation('a', 'GET /api/v0/:userId', { params: { user: 'users.id' } }, any),
    'the operation a: "params" has "user", but the path /api/v0/:userId has no such parameter: did you mean "userId"?',
  ],
  [
    () => base.operation('a', 'GET /api/v0/:id', { params: { id: 'roles.nme' } }, any),
    'the operation a: "params.id" has the unknown field "nme": did you mean "name"? Known: id, name',
  ],
  [
    () => base.operation('a', 'GET /api/v0/:id', { params: { id: 'volunteers.options' } }, any),
    'the operation a: "params.id" names the list \'volunteers.options\', but a parameter is one value; leave it out, and look for the records in the answer',
  ],
  [
    () => base.operation('a', 'GET /api/v0/:id', { params: { id: 'users' } }, any),
    'the operation a: "params.id" needs a field, such as \'users.id\'',
  ],
  [
    () => base.operation('a', 'GET /api/v0/:from/:to', { params: { from: 'users.id', to: 'users.id' } }, any),
    'the operation a: "params" names \'users.id\' twice; leave out "to", and look it up in the answer: records.users.find(params.to)',
  ],
  [
    () => base.operation('a', 'GET /api/v0/a', { replies: [203] }, any),
    'the operation a: "replies" must be a list of at least one of these statuses: 200, 201, 202, 204',
  ],
  [
    () => base.operation('a', 'GET /api/v0/a', { pages: 'usrs' }, any),
    'the operation a: there is no collection "usrs": did you mean "users"? Known: volunteers, users, roles',
  ],
  [
    () => base.operation('a', 'GET /api/v0/a', { scopes: [] }, any),
    'the operation a: unknown option "scopes": did you mean "scope"?',
  ],
  [
    () => base.operation('a', 'GET /api/v0/a', { scope: 'user-read' }, any),
    'the operation a: "scope" would take over the built-in token mock-user-read; choose another name',
  ],
  [
    () => base.assumption('order', { question: 'How?', variants: ['a'] }),
    "the assumption order: the name must have a dot: 'registration.order'",
  ],
  [
    () => base.assumption('a.b', { question: 'How?', variants: [] }),
    'the assumption a.b: "variants" must be a list of strings; the first is the default',
  ],
  [() => createMock({ extend: {} as never }), '"extend" must be what extendApi() returns'],
])('a definition is refused: $1', (run, message) => {
  expect(run).toThrow(expect.objectContaining({ name: 'InvalidOptionError' }) as Error)
  expect(run).toThrow(message)
})

it.each<[options: object, message: string]>([
  [
    { factory: () => ({ userID: '1' }) },
    'the factory of cars returns the unknown field "userID": did you mean "userId"?',
  ],
  [{ factory: () => undefined }, 'the factory of cars must return an object with fields'],
  [{ factory: () => JSON.parse('{') as object }, 'the factory of cars failed: '],
  [
    { factory: () => ({ userId: String(Math.random()) }) },
    'the factory of cars returns something else when called again; use its index and seed in place of Math.random or Date.now, so that each run is the same',
  ],
  [{ factory: () => ({ userId: 1 }) }, '$.userId: Invalid input: expected string, received number'],
  [
    { schema: z.object({ id: z.string().check(z.refine(() => Promise.resolve(true))) }), factory: any },
    'the schema of cars checks asynchronously, or a function in it throws; use one that does neither',
  ],
  [{ schema: z.object({ id: z.coerce.number() }), factory: any }, 'car: $.id: must be a non-empty string'],
  [
    {
      schema: z.object({ id: z.string(), n: z.string().transform((n) => `${n}!`) }),
      factory: () => ({ n: '' }),
    },
    '$: is changed or refused when cars is checked again; leave out the transformation',
  ],
  [
    { schema: z.object({ name: z.string() }), factory: () => ({ name: '' }) },
    'car: $.id: unknown field. Known fields: name',
  ],
  [
    { schema: z.object({ id: z.string(), at: z.coerce.date() }), factory: () => ({ at: '2026-01-01' }) },
    'car: $.at: is a Date, which JSON does not have',
  ],
])('a factory or a schema is refused when it makes a record: $1', async (options, message) => {
  await expect((async () => carsWith(options).create())()).rejects.toThrow(message)
})

it.each<[initial: () => unknown, message: string, options?: object]>([
  [() => [{ userID: '1' }], 'initial of cars [0].userID: unknown field: did you mean "userId"?'],
  [() => JSON.parse('{') as object, 'initial of cars failed: '],
  [() => 5, 'initial of cars must return a list of at most 10000 records'],
  [() => Array.from({ length: 10_001 }, any), 'initial of cars must return a list of at most 10000 records'],
  [() => [{ id: '1' }, { id: '1' }], 'initial of cars returns two records with the same id'],
  [() => [{}, {}], '$.cars[0]: userId "1" is already used', { unique: ['userId'] }],
  [
    () => [{ userId: 'nobody' }],
    '$.cars[0].userId: there is no user "nobody"; the first users are 1, 2, 3',
    { references: { userId: 'users' } },
  ],
])('the first records are refused: $1', (initial, message, options = {}) => {
  expect(() => carsWith({ ...options, initial }).count()).toThrow(message)
})

it.each<[answer: unknown, message: string, options?: object]>([
  [() => undefined, 'it returned undefined'],
  [() => Promise.resolve({}), 'it returned a promise, but must be synchronous'],
  [() => JSON.parse('{') as object, 'in JSON'],
  [() => new Map(), 'its response: $ is a Map, which JSON does not have'],
  [() => ({ at: Number.NaN }), 'its response: $.at is the number NaN, which JSON does not have'],
  [({ page }: { page: () => unknown }) => page(), 'it calls page, but has no "pages"'],
  [
    ({ reply }: { reply: (status: number) => unknown }) => reply(201),
    'it replies 201, which is not in "replies": 200',
  ],
  [() => ({}), 'it replies 200, which is not in "replies": 201', { replies: [201] }],
  [
    ({ reply }: { reply: (status: number, body: object) => unknown }) => reply(204, {}),
    'it replies 204 with a body',
    { replies: [204] },
  ],
  [
    ({ refuse }: { refuse: (status: number, message: string) => unknown }) => refuse(404, 'No'),
    'it refuses with 404, which is not in "refuses"',
  ],
  [
    ({ refuse }: { refuse: (status: number, message: string) => unknown }) => {
      refuse(409, 'No')
      return {}
    },
    'it calls refuse; write "return refuse(…)"',
    { refuses: [409] },
  ],
  [({ records }: { records: Mock }) => void records.users.delete('1'), 'it changes users, but is readOnly'],
  [
    ({ records }: { records: Mock }) => Object.assign(records.users.find('1')!, { firstName: '' }),
    "Cannot assign to read only property 'firstName'",
  ],
  [
    ({ records }: { records: Mock }) => records.users.findMany({ firstname: '' } as never),
    'the users have no field "firstname": did you mean "firstName"?',
  ],
  [
    () => ({ id: 1 }),
    'its response does not match its schema: $.id ',
    { response: z.object({ id: z.string() }) },
  ],
])(
  'a mistake in an answer is a 500, and the log says what and where: $1',
  async (answer, message, options = {}) => {
    const mock = createMock({ extend: base.operation('wrong', 'GET /api/v0/wrong', options, answer) })
    const response = await (mock as Mock).fetch('https://reg.example.com/api/v0/wrong', {
      headers: { authorization: 'Bearer mock-all-scopes' },
    })
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { detail: 'The answer of wrong failed.' },
    ])
    const { detail } = (mock as Mock).requests.last()!.refusal!
    expect(detail).toMatch(/^the answer of wrong failed: .*messages\.test\.ts:\d+/)
    expect(detail).toContain(message)
  },
)
