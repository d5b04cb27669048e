import { setupServer } from 'msw/node'
import { expectTypeOf } from 'vitest'
import { operations } from '../src/convention/operations.js'
import {
  createMock,
  type AssumptionInput,
  type AssumptionName,
  type Credential,
  type Mock,
  type MockCore,
  type MockOptions,
  type Role,
  type RoleList,
  type Scope,
  type Settings,
  type User,
  type Volunteer,
} from '../src/index.js'
import type { ConmockFixtures } from '../src/playwright.js'
import { connect, startServer, type RemoteMock, type RequestEntry } from '../src/server.js'
import type { Expecting } from '../src/convention/types.js'

// What users write, and what the compiler refuses.

// A profile may be imported from a JSON file.
const json = { measured: '2026-11-23', assumptions: { 'auth.missing': '401', 'roles.pageSize': 50 } }
const options: MockOptions[] = [
  { profile: json },
  // @ts-expect-error -- the profiles are spec and reported
  { profile: 'strict' },
  // @ts-expect-error -- the names are those of built-in data
  { data: 'huge' },
  // @ts-expect-error -- there is no such option
  { pageSize: 25 },
  // @ts-expect-error -- there is no such assumption
  { assumptions: { 'roles.color': 'red' } },
]

const statuses = [401, 403, 404, '401', '403', '404', undefined] as const
const cursors = [400, '400', 'first-page', 'empty-page', undefined] as const
const assumptions: AssumptionInput[] = [
  ...statuses.map((status) => ({ 'auth.insufficientScope': status })),
  ...cursors.map((cursor) => ({ 'cursor.invalid': cursor })),
  { 'roles.lastPage': 'absent', 'roles.empty': 'null', 'roles.pageSize': 25, 'roles.order': 'created' },
  // @ts-expect-error -- it is roles.pageSize
  { 'roles.pagesize': 25 },
  // @ts-expect-error -- null and absent are the variants
  { 'roles.lastPage': 'missing' },
  // @ts-expect-error -- 405 and 404 are the variants
  { 'method.notAllowed': 403 },
  // @ts-expect-error -- 401, 403 and 404 are the variants
  { 'auth.insufficientScope': '200' },
  // @ts-expect-error -- it is 400
  { 'cursor.invalid': 404 },
  // @ts-expect-error -- id, name and created are the variants
  { 'roles.order': 'updated' },
  // @ts-expect-error -- null is written 'null'
  { 'user.preferredNameUnset': null },
  // @ts-expect-error -- it must be a number
  { 'roles.pageSize': 'many' },
]
expectTypeOf<keyof Settings>().toEqualTypeOf<AssumptionName>()
expectTypeOf<string>().not.toExtend<AssumptionName>()

const user = { id: '1', firstName: 'Ada', lastName: 'Byron', username: 'ada', phone: '+4930', email: 'a@b' }
const users: User[] = [
  user,
  { ...user, preferredName: null },
  { ...user, preferredName: 'Countess' },
  // @ts-expect-error -- it must have an email
  { ...user, email: undefined },
  // @ts-expect-error -- no such field
  { ...user, isStaff: true },
]
const volunteer: Volunteer = {
  id: '2',
  createdAt: '2026-01-01',
  updatedAt: '2026-01-01',
  user,
  contactMethods: [{ name: 'telegram', isPrimary: true, value: '@ada' }],
  departments: [
    { id: '4', states: ['experience', 'interest', 'avoid', 'assignment', 'request'] },
    { id: '5', states: [], name: 'Security' },
    // @ts-expect-error -- no such state
    { id: '6', states: ['approved'] },
  ],
  options: [
    { name: 'Size', type: 'select', value: 'M' },
    { name: 'Days', type: 'multi', value: ['Friday'] },
    { name: 'Note', type: 'text', value: '' },
    { name: 'Years', type: 'number', value: 3 },
    // @ts-expect-error -- no such type
    { name: 'Born', type: 'date', value: '' },
  ],
}
const pages: RoleList[] = [
  {},
  { data: null, nextPage: null },
  { data: [{ id: '1', name: 'staff' }], nextPage: 'a' },
  // @ts-expect-error -- a role has only a name
  { data: [{ id: '1', name: 'staff', description: '' }] },
]

function textsOf({ user: reader, ...record }: Volunteer): string[] {
  // @ts-expect-error -- it may be null or absent
  reader.preferredName.trim()
  const { id: userId, firstName, lastName, username, phone, email } = reader
  const dates = [record.id, record.createdAt, record.updatedAt]
  return [
    ...dates.concat(userId, firstName, lastName, reader.preferredName ?? username, phone, email),
    ...record.contactMethods.flatMap(({ name, isPrimary, value }) => (isPrimary ? [name, value] : [])),
    ...record.departments.flatMap(({ id, name = id, states }) => [name, ...states]),
    ...record.options.map(({ name, value }) => {
      if (typeof value === 'number') return name + value.toFixed()
      return typeof value === 'string' ? value : value.join()
    }),
  ]
}

function namesOf({ data, nextPage }: RoleList): string[] {
  return [...(data ?? []).flatMap(({ id, name }) => [id, name]), nextPage ?? '']
}

expectTypeOf(operations.listRoles.path).toEqualTypeOf<'/api/v0/roles'>()
expectTypeOf(operations.getVolunteer.scope).toEqualTypeOf<'volunteer:read'>()
expectTypeOf<'volunteer:read' | 'user:read'>().toExtend<Scope>()
expectTypeOf<string>().not.toExtend<Scope>()

export async function useMock() {
  expectTypeOf(createMock()).toEqualTypeOf<Mock>()
  const mock: Mock = createMock({ seed: 1 })
  setupServer(...mock.handlers).listen(mock.listenOptions)
  const response = await mock.fetch(new Request('http://mock/api/v0/roles'))
  expectTypeOf(response).toEqualTypeOf<Response>()
  const server = await startServer({ mock, port: 0 })
  expectTypeOf(server.url).toEqualTypeOf<string>()

  // A record may be partial at every depth. What a mock returns is whole.
  const { volunteers, roles, tokens, requests } = mock
  const created = await volunteers.create({ user: { id: '42', preferredName: null } })
  expectTypeOf(created).toEqualTypeOf<Volunteer>()
  await volunteers.create({ departments: [{ states: ['avoid'] }] })
  expectTypeOf(await mock.users.update('42', { lastName: 'Byron' })).toEqualTypeOf<User>()
  expectTypeOf(await roles.createMany(3)).toEqualTypeOf<Role[]>()
  expectTypeOf(roles.find({ name: 'staff' })).toEqualTypeOf<Role | undefined>()
  // @ts-expect-error -- an id is a string
  await roles.create({ id: 1 })
  // @ts-expect-error -- no such state
  await volunteers.create({ departments: [{ states: ['approved'] }] })

  expectTypeOf(tokens.issue({ scopes: ['volunteer:read'], expiresIn: 60 })).toEqualTypeOf<Credential>()
  expectTypeOf(tokens.all).toEqualTypeOf<readonly Credential[]>()

  requests.find(({ refusal }) => refusal?.code === 'expired_token' || refusal?.code === 'unknown_user')
  requests.find({ refusal: { code: 'invalid_client' } })
  // @ts-expect-error -- it is expired_token
  requests.find(({ refusal }) => refusal?.code === 'token_expired')

  mock.clock.advance(60)
  mock.assume({ 'roles.pageSize': 25 })
  expectTypeOf(mock.settings['roles.pageSize']).toEqualTypeOf<number>()
  expectTypeOf(mock.settings['roles.empty']).toEqualTypeOf<'array' | 'null' | 'absent'>()
  expectTypeOf(mock.coverage().percent).toEqualTypeOf<number>()
  await mock.replace({ roles: [{ name: 'staff' }] })
  createMock({ data: mock.export() })
  expectTypeOf(await mock.reset()).toEqualTypeOf<void>()
}

/** With a running server, a mock has the same members, and all of them are asynchronous. */
export async function useRemoteMock() {
  expectTypeOf<keyof RemoteMock>().toEqualTypeOf<keyof MockCore>()
  const mock = (await connect('http://127.0.0.1:4020')).sandbox('w3')
  expectTypeOf(mock).toEqualTypeOf<RemoteMock>()
  expectTypeOf(mock.settings).toEqualTypeOf<Promise<Settings>>()
  expectTypeOf(mock.tokens.all).toEqualTypeOf<Promise<readonly Credential[]>>()
  expectTypeOf(mock.tokens.issue).parameters.toEqualTypeOf<Parameters<Mock['tokens']['issue']>>()
  expectTypeOf(mock.requests.dropped).toEqualTypeOf<Promise<number>>()
  expectTypeOf(mock.requests.count({ status: 404 })).toEqualTypeOf<Promise<number>>()
  expectTypeOf(mock.requests.find({ status: 404 })).toEqualTypeOf<Promise<RequestEntry | undefined>>()
  expectTypeOf(mock.volunteers.find('1')).toEqualTypeOf<Promise<Volunteer | undefined>>()
  expectTypeOf(mock.roles.find({ name: 'staff' })).toEqualTypeOf<Promise<Role | undefined>>()
  expectTypeOf(mock.roles.createMany(3)).toEqualTypeOf<Promise<Role[]>>()
  expectTypeOf(mock.roles.createMany([{ name: 'staff' }])).toEqualTypeOf<Promise<Role[]>>()
  expectTypeOf(mock.clock.now()).toEqualTypeOf<Promise<number>>()
  createMock({ data: await mock.export() })
  const fault = await mock.faults.add({ effect: { hang: true } })
  await mock.faults.remove(fault.id)
  expectTypeOf(fault.remove()).toEqualTypeOf<Promise<void>>()
  // @ts-expect-error -- an id is a string
  await mock.roles.create({ id: 1 })
  // @ts-expect-error -- a function cannot be sent
  await mock.roles.find((role: Role) => role.name === 'staff')
  // @ts-expect-error -- a function cannot be sent
  await mock.volunteers.deleteMany(() => true)
  // @ts-expect-error -- a function cannot be sent
  await mock.requests.waitFor((entry: RequestEntry) => entry.status === 404)
  // @ts-expect-error -- a function cannot be sent
  await mock.users.count({ id: () => true })
  // The fixture of Playwright has the same conditions, with and without a server.
  expectTypeOf<ConmockFixtures['mock']>().toEqualTypeOf<Expecting<RemoteMock>>()
}

export const used = [options, assumptions, users, volunteer, pages, textsOf, namesOf]
