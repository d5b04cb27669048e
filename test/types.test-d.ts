import type { HttpHandler } from 'msw'
import { describe, expectTypeOf, test } from 'vitest'
import { operations } from '../src/convention/operations.js'
import {
  createMock,
  type AssumptionInput,
  type AssumptionName,
  type Clock,
  type ContactMethod,
  type Credential,
  type DepartmentAssignment,
  type Coverage,
  type Mock,
  type MockCore,
  type MockOptions,
  type VolunteerOption,
  type Records,
  type Role,
  type RoleList,
  type Scope,
  type Settings,
  type User,
  type Volunteer,
  type MockData,
  type MockDataInput,
} from '../src/index.js'
import type { ConmockFixtures } from '../src/playwright.js'
import {
  connect,
  startServer,
  type RequestEntry,
  type RemoteMock,
  type RunningServer,
} from '../src/server.js'
import type { Expecting } from '../src/convention/types.js'

describe('assumptions', () => {
  test('the correct names and variants compile', () => {
    createMock({ assumptions: { 'roles.lastPage': 'absent', 'roles.empty': 'null' } })
    createMock({ assumptions: { 'method.notAllowed': '404', 'cursor.invalid': 400 } })
    createMock({ assumptions: { 'roles.pageSize': 25 } })
    expectTypeOf<AssumptionInput['cursor.invalid']>().toEqualTypeOf<
      '400' | 400 | 'first-page' | 'empty-page' | undefined
    >()
  })

  test('a status compiles as a string and as a number', () => {
    expectTypeOf<AssumptionInput['auth.insufficientScope']>().toEqualTypeOf<
      '401' | '403' | '404' | 401 | 403 | 404 | undefined
    >()
    expectTypeOf<AssumptionInput['roles.order']>().toEqualTypeOf<'id' | 'name' | 'created' | undefined>()
    expectTypeOf<AssumptionInput['roles.pageSize']>().toEqualTypeOf<number | undefined>()
  })

  test('a wrong name is a compile error', () => {
    // @ts-expect-error -- it is roles.pageSize
    const misspelled: AssumptionInput = { 'roles.pagesize': 25 }
    // @ts-expect-error -- there is no such assumption
    const option: MockOptions = { assumptions: { 'roles.color': 'red' } }
    expectTypeOf<'roles.pagesize'>().not.toExtend<AssumptionName>()
    expectTypeOf([misspelled, option]).toBeArray()
  })

  test('a wrong variant is a compile error', () => {
    const wrong: AssumptionInput[] = [
      // @ts-expect-error -- null and absent are the variants
      { 'roles.lastPage': 'missing' },
      // @ts-expect-error -- 405 and 404 are the variants
      { 'method.notAllowed': 403 },
      // @ts-expect-error -- null is written 'null'
      { 'user.preferredNameUnset': null },
      // @ts-expect-error -- it must be a number
      { 'roles.pageSize': 'many' },
    ]
    expectTypeOf(wrong).toBeArray()
  })

  test('an imported profile has the type of JSON', () => {
    const json = {
      measured: '2026-11-23',
      assumptions: {
        'auth.missing': '401',
        'roles.pageSize': 50,
      },
    }
    expectTypeOf(json).toExtend<NonNullable<MockOptions['profile']>>()
  })

  test('a wrong option, profile or data is a compile error', () => {
    // @ts-expect-error -- the profiles are spec and reported
    const profile: MockOptions = { profile: 'strict' }
    // @ts-expect-error -- the names are those of built-in data
    const data: MockOptions = { data: 'huge' }
    // @ts-expect-error -- there is no such option
    const option: MockOptions = { pageSize: 25 }
    expectTypeOf([profile, data, option]).toBeArray()
  })

  test('the settings have one value for every name', () => {
    expectTypeOf<keyof Settings>().toEqualTypeOf<AssumptionName>()
    expectTypeOf<Settings['roles.pageSize']>().toEqualTypeOf<number>()
    expectTypeOf<Settings['roles.empty']>().toEqualTypeOf<'array' | 'null' | 'absent'>()
  })
})

describe('the resources', () => {
  test('have the fields of the API specification', () => {
    expectTypeOf<Volunteer>().toEqualTypeOf<{
      id: string
      createdAt: string
      updatedAt: string
      contactMethods: ContactMethod[]
      departments: DepartmentAssignment[]
      user: User
      options: VolunteerOption[]
    }>()
    expectTypeOf<ContactMethod>().toEqualTypeOf<{ name: string; isPrimary: boolean; value: string }>()
    expectTypeOf<DepartmentAssignment>().toEqualTypeOf<{
      id: string
      states: ('experience' | 'interest' | 'avoid' | 'assignment' | 'request')[]
      name?: string | undefined
    }>()
    expectTypeOf<User>().toEqualTypeOf<{
      id: string
      firstName: string
      lastName: string
      username: string
      preferredName?: string | null | undefined
      phone: string
      email: string
    }>()
    expectTypeOf<VolunteerOption>().toEqualTypeOf<{
      name: string
      type: 'select' | 'multi' | 'text' | 'number'
      value: number | string | string[]
    }>()
    expectTypeOf<Role>().toEqualTypeOf<{ id: string; name: string }>()
    expectTypeOf<RoleList>().toEqualTypeOf<{
      data?: Role[] | null | undefined
      nextPage?: string | null | undefined
    }>()
  })

  test('have literal paths and scopes in the operations', () => {
    expectTypeOf(operations.listRoles.path).toEqualTypeOf<'/api/v0/roles'>()
    expectTypeOf(operations.getVolunteer.scope).toEqualTypeOf<'volunteer:read'>()
    expectTypeOf<'volunteer:read' | 'user:read'>().toExtend<Scope>()
    expectTypeOf<string>().not.toExtend<Scope>()
  })
})

describe('a mock', () => {
  test('is created synchronously, and has these members', () => {
    expectTypeOf(createMock()).toEqualTypeOf<Mock>()
    expectTypeOf<Parameters<typeof createMock>>().toEqualTypeOf<[options?: MockOptions]>()
    expectTypeOf<keyof Mock>().toEqualTypeOf<
      | 'fetch'
      | 'handlers'
      | 'listenOptions'
      | Exclude<keyof MockData, 'format'>
      | 'tokens'
      | 'clock'
      | 'requests'
      | 'faults'
      | 'settings'
      | 'assume'
      | 'coverage'
      | 'reset'
      | 'replace'
      | 'export'
    >()
    expectTypeOf<Mock['fetch']>().toBeCallableWith(new Request('http://mock/api/v0/roles'))
    expectTypeOf<Mock['fetch']>().returns.resolves.toEqualTypeOf<Response>()
    expectTypeOf<Mock['handlers']>().toEqualTypeOf<HttpHandler[]>()
    expectTypeOf<Mock['volunteers']>().toEqualTypeOf<Records<Volunteer>>()
    expectTypeOf<Mock['roles']>().toEqualTypeOf<Records<Role>>()
    expectTypeOf<Mock['users']>().toEqualTypeOf<Records<User>>()
    expectTypeOf<Mock['reset']>().returns.toEqualTypeOf<Promise<void>>()
    expectTypeOf<Mock['replace']>().parameters.toEqualTypeOf<[MockDataInput]>()
    expectTypeOf<Mock['clock']>().toEqualTypeOf<Clock>()
    expectTypeOf<Mock['assume']>().parameters.toEqualTypeOf<[AssumptionInput]>()
    expectTypeOf<Mock['coverage']>().returns.toEqualTypeOf<Coverage>()
    expectTypeOf<Mock['export']>().returns.toEqualTypeOf<MockData>()
  })

  test('accepts partial records at every depth, and returns whole ones', () => {
    const { volunteers, roles } = createMock()
    expectTypeOf(
      volunteers.create({ user: { id: '42', preferredName: null } }),
    ).resolves.toEqualTypeOf<Volunteer>()
    expectTypeOf(
      volunteers.create({ departments: [{ states: ['avoid'] }] }),
    ).resolves.toEqualTypeOf<Volunteer>()
    expectTypeOf(roles.createMany(3)).resolves.toEqualTypeOf<Role[]>()
    expectTypeOf(roles.find({ name: 'staff' })).toEqualTypeOf<Role | undefined>()
    // @ts-expect-error -- an id is a string
    void roles.create({ id: 1 })
    // @ts-expect-error -- no such state
    void volunteers.create({ departments: [{ states: ['approved'] }] })
  })

  test('issues credentials with the scopes of the API specification', () => {
    const { tokens } = createMock()
    expectTypeOf(tokens.issue({ scopes: ['volunteer:read'], expiresIn: 60 })).toEqualTypeOf<Credential>()
    expectTypeOf(tokens.all).toEqualTypeOf<readonly Credential[]>()
  })

  test('knows the codes of refusals', () => {
    type Code = NonNullable<RequestEntry['refusal']>['code']
    expectTypeOf<'expired_token' | 'unknown_user' | 'invalid_client'>().toExtend<Code>()
    expectTypeOf<'token_expired'>().not.toExtend<Code>()
  })

  test('can be served', () => {
    expectTypeOf(startServer()).resolves.toEqualTypeOf<RunningServer>()
    expectTypeOf<Mock>().toExtend<NonNullable<NonNullable<Parameters<typeof startServer>[0]>['mock']>>()
  })
})

describe('a mock of a running server', () => {
  test('has the members of a mock, and all of them are asynchronous', async () => {
    expectTypeOf<keyof RemoteMock>().toEqualTypeOf<keyof MockCore>()
    const mock = (await connect('http://127.0.0.1:4020')).sandbox('w3')
    expectTypeOf(mock).toEqualTypeOf<RemoteMock>()
    expectTypeOf(mock.settings).toEqualTypeOf<Promise<Settings>>()
    expectTypeOf(mock.tokens.all).toEqualTypeOf<Promise<readonly Credential[]>>()
    expectTypeOf(mock.tokens.issue).parameters.toEqualTypeOf<Parameters<Mock['tokens']['issue']>>()
    expectTypeOf(mock.requests.dropped).toEqualTypeOf<Promise<number>>()
    expectTypeOf(mock.requests.count({ status: 404 })).toEqualTypeOf<Promise<number>>()
    expectTypeOf(mock.volunteers.find('1')).toEqualTypeOf<Promise<Volunteer | undefined>>()
    expectTypeOf(mock.roles.createMany(3)).toEqualTypeOf<Promise<Role[]>>()
    expectTypeOf(mock.roles.createMany([{ name: 'staff' }])).toEqualTypeOf<Promise<Role[]>>()
    expectTypeOf(mock.clock.now()).toEqualTypeOf<Promise<number>>()
    expectTypeOf(mock.export()).toEqualTypeOf<Promise<MockData>>()
    const fault = await mock.faults.add({ effect: { hang: true } })
    expectTypeOf(fault.id).toEqualTypeOf<string>()
    expectTypeOf(fault.remove()).toEqualTypeOf<Promise<void>>()
    // @ts-expect-error -- an id is a string
    void mock.roles.create({ id: 1 })
  })

  test('takes conditions that are JSON, and no functions', async () => {
    const mock = (await connect('http://127.0.0.1:4020')).sandbox('w3')
    expectTypeOf(mock.roles.find({ name: 'staff' })).toEqualTypeOf<Promise<Role | undefined>>()
    expectTypeOf(mock.requests.find({ status: 404 })).toEqualTypeOf<Promise<RequestEntry | undefined>>()
    // @ts-expect-error -- a function cannot be sent
    void mock.roles.find((role: Role) => role.name === 'staff')
    // @ts-expect-error -- a function cannot be sent
    void mock.volunteers.deleteMany(() => true)
    // @ts-expect-error -- a function cannot be sent
    void mock.requests.waitFor((entry: RequestEntry) => entry.status === 404)
    // @ts-expect-error -- a function cannot be sent
    void mock.users.count({ id: () => true })
    // The fixture of Playwright has the same conditions, with and without a server.
    expectTypeOf<ConmockFixtures['mock']>().toEqualTypeOf<Expecting<RemoteMock>>()
  })
})
