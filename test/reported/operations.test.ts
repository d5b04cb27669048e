import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { MockOptions } from '../../src/index.js'
import { inProcess, overMsw, overSocket } from '../conformance/transports.js'
import { openReported } from './open.js'

// The fields are written here again, as the vendor documents them.
const ofUser = 'id firstName lastName username preferredName phone email'.split(' ')
const address = 'addressCity addressCountry addressLine1 addressLine2 addressState addressZipcode'.split(' ')
const fields = {
  user: [...ofUser, 'verified', 'address'],
  registration:
    'createdAt updatedAt badgeName status productName productDisplayName productId options flags user uuid order'.split(
      ' ',
    ),
  department: 'id name email publiclyVisible leads'.split(' '),
  dealer: [...address, 'id', 'name', 'email', 'user', 'applications', 'options'],
  application: 'id specialRequests status tableNumber dealerRequestTypes tableType dealerArea options'.split(
    ' ',
  ),
  volunteer: 'id createdAt updatedAt contactMethods departments user options'.split(' '),
}

type Fields = Readonly<Record<string, unknown>>
interface Page {
  readonly data: readonly Fields[]
  readonly nextPage: string | null
  readonly hasMore?: boolean
}

function expectFields(value: unknown, names: readonly string[]): void {
  expect(Object.keys(value as object).toSorted()).toEqual([...names].toSorted())
}

const searches = [
  ['users/search', 'users', 'user:read'],
  ['registration/search', 'registrations', 'registration:read'],
  ['volunteers/search', 'volunteers', 'volunteer:read'],
  ['dealers/search', 'dealers', 'vendor:read'],
] as const

const operations = [
  ['GET users/1', 'user:read'],
  ...searches.map(([path, , scope]) => [`POST ${path}`, scope] as const),
  ['GET users/1/registration', 'registration:read'],
  ['GET users/1/roles', 'user:read'],
  ['PUT users/2/roles/1', 'user:roles:update'],
  ['DELETE users/1/roles/1', 'user:roles:update'],
  ['GET volunteers/departments', 'volunteer:read'],
] as const

const bodyOf = (request: string) =>
  request.startsWith('POST') ? {} : request.startsWith('PUT') ? { scope: 'global' } : undefined

describe.each([inProcess, overMsw, overSocket])('over $name', (transport) => {
  async function open(options?: MockOptions) {
    const opened = await openReported({ profile: 'reported', ...options }, transport)
    onTestFinished(opened.close)
    return opened
  }

  test.each(operations)('%s needs a token with %s', async (request, scope) => {
    const { send } = await open()
    const body = bodyOf(request)
    expect((await send(request, body, '')).status).toBe(401)
    expect((await send(request, body, 'mock-expired')).status).toBe(401)
    const other = scope === 'user:read' ? 'mock-volunteer-read' : 'mock-user-read'
    expect(await send(request, body, other)).toMatchObject({ status: 403, body: { errors: { access: {} } } })
    expect((await send(request, body, `mock-${scope.replaceAll(':', '-')}`)).status).toBeLessThan(300)
  })

  it('each resource has the documented fields', async () => {
    const { send, mock } = await open()
    const user: Fields = (await send('GET users/1')).body
    expectFields(user, fields.user)
    expectFields(user['address'], address)
    const registration: Fields = (await send('GET users/1/registration')).body
    expectFields(registration, fields.registration)
    expectFields(registration['user'], ofUser)
    for (const [path] of searches) {
      const { data, hasMore }: Page = (await send(`POST ${path}`, { limit: 1 })).body
      expect(hasMore).toBe(true)
      const of = { users: 'user', registration: 'registration', volunteers: 'volunteer', dealers: 'dealer' }
      expectFields(data[0], fields[of[path.split('/')[0] as keyof typeof of] as keyof typeof fields])
    }
    const dealers: Page = (await send('POST dealers/search', {})).body
    for (const { applications } of dealers.data) {
      for (const each of applications as object[]) expectFields(each, fields.application)
    }
    const departments: Fields[] = (await send('GET volunteers/departments')).body
    for (const each of departments) {
      expectFields(each, fields.department)
      for (const lead of each['leads'] as object[]) expectFields(lead, ofUser)
    }
    expect((await send('GET users/1/roles')).body).toEqual({
      data: mock.userRoles.findMany({ userId: '1' }).map(({ roleId, scope }) => {
        return { id: roleId, name: mock.roles.find(roleId)!.name, scope }
      }),
    })
  })

  it('a role is given and taken once', async () => {
    const { send, mock } = await open()
    const namesOf = async () => {
      const { data }: Page = (await send('GET users/2/roles')).body
      return data.map(({ name, scope }) => [name, scope])
    }
    expect(await namesOf()).toEqual([])
    expect(await send('PUT users/2/roles/4', { scope: 'global' })).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await send('PUT users/2/roles/4', { scope: 'global' })).toMatchObject({
      status: 400,
      body: { errors: { logic: { code: 3, message: 'UserWasAlreadyAdded' } } },
    })
    expect(await namesOf()).toEqual([['hr', 'global']])
    const found: Page = (await send('POST users/search', { filter: { roleId: 4 }, limit: 100 })).body
    expect(found.data.map(({ id }) => id)).toContain('2')
    expect((await send('DELETE users/2/roles/4')).status).toBe(204)
    expect(await send('DELETE users/2/roles/4')).toMatchObject({
      status: 404,
      body: { errors: { resource: {} } },
    })
    expect(await namesOf()).toEqual([])
    await mock.reset()
    expect(mock.userRoles.findMany({ userId: '2' })).toEqual([])
  })

  it('a GET of a search is 405, and an unknown record is 404', async () => {
    const { send } = await open()
    for (const [path] of searches) {
      const { status, headers } = await send(`GET ${path}`)
      expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    }
    for (const request of [
      'GET users/0',
      'GET users/0/registration',
      'GET users/0/roles',
      'DELETE users/0/roles/1',
      'DELETE users/1/roles/0',
    ])
      expect((await send(request)).status).toBe(404)
    expect((await send('PUT users/1/roles/0', { scope: 'global' })).status).toBe(404)
  })
})

describe('pages', () => {
  it.each([1, 99, 100, 101, 250])('of %s records', async (count) => {
    const { send, mock } = await openReported({ profile: 'reported', data: 'empty' })
    await mock.volunteers.createMany(count)
    const userIds = mock.volunteers.findMany().map(({ user }) => user.id)
    for (const userId of userIds) await mock.registrations.create({ userId })
    for (const userId of userIds) await mock.dealers.create({ userId })
    for (const [path, kind] of searches) {
      const read: unknown[] = []
      const sizes: number[] = []
      let nextPage: string | null | undefined
      do {
        const page: Page = (await send(`POST ${path}`, { nextPage })).body
        expect(page.hasMore).toBe(page.nextPage !== null)
        read.push(...page.data.map((each) => each['id'] ?? (each['user'] as Fields)['id']))
        sizes.push(page.data.length)
        nextPage = page.nextPage
      } while (nextPage !== null)
      const ids = kind === 'registrations' ? userIds : mock[kind].findMany().map(({ id }) => id)
      expect([path, new Set(read).size]).toEqual([path, count])
      expect(read).toEqual(expect.arrayContaining(ids))
      expect(sizes).toEqual([
        ...Array.from({ length: Math.ceil(count / 100) - 1 }, () => 100),
        ((count - 1) % 100) + 1,
      ])
    }
  })

  it('have the cursor in the body, and not in the query', async () => {
    const { send } = await openReported()
    const { data, nextPage }: Page = (await send('POST users/search', { limit: 2 })).body
    const inQuery: Page = (await send(`POST users/search?nextPage=${nextPage}`, { limit: 2 })).body
    expect(inQuery.data).toEqual(data)
    expect((await send('POST dealers/search', { nextPage })).status).toBe(400)
  })

  it('have the size of the request, and no hasMore in the profile spec', async () => {
    const { send } = await openReported()
    const page: Page = (await send('POST volunteers/search', { limit: 7 })).body
    expect([page.data.length, 'hasMore' in page]).toEqual([7, false])
  })
})

describe('filters', () => {
  it('select the users with a role, in pages', async () => {
    const { send, mock } = await openReported({ data: 'empty' })
    const [role, other] = await mock.roles.createMany(2)
    const users = await mock.users.createMany(5)
    for (const { id } of [users[4]!, users[0]!, users[2]!])
      await mock.userRoles.create({ userId: id, roleId: role!.id })
    await mock.userRoles.create({ userId: users[1]!.id, roleId: other!.id })
    const filter = { roleId: Number(role!.id) }
    const first: Page = (await send('POST users/search', { filter, limit: 2 })).body
    expect(first.data.map(({ id }) => id)).toEqual([users[0]!.id, users[2]!.id])
    const { data }: Page = (await send('POST users/search', { filter, limit: 2, nextPage: first.nextPage }))
      .body
    expect(data.map(({ id }) => id)).toEqual([users[4]!.id])
    expect((await send('POST users/search', { filter: { roleId: 12_345 } })).body).toMatchObject({ data: [] })
  })

  it('select the user with an email address, unless the assumption says that it has no effect', async () => {
    const { send, mock } = await openReported()
    const { id, email } = await mock.users.create({ email: 'only@example.com' })
    const search = async (given: string): Promise<Page> =>
      (await send('POST users/search', { filter: { email: given }, limit: 1 })).body
    expect(await search(email)).toMatchObject({ data: [{ id }], nextPage: null })
    expect(await search('ONLY@example.com')).toMatchObject({ data: [] })
    mock.assume({ 'search.email': 'ignored' })
    expect(await search('nobody@example.com')).toMatchObject({ data: [{ id: '1' }] })
  })

  it.each(['registration', 'dealers'])('select the %s of users', async (path) => {
    const { send, mock } = await openReported()
    const userIds = (path === 'dealers' ? mock.dealers : mock.registrations)
      .findMany()
      .slice(3, 6)
      .map(({ userId }) => userId)
    const search = (ids: readonly (string | number)[]) =>
      send(`POST ${path}/search`, { filter: { userIds: ids } })
    const { data }: Page = (await search([...userIds, '0'])).body
    expect(new Set(data.map((each) => (each['user'] as Fields)['id']))).toEqual(new Set(userIds))
    expect((await search([])).body).toMatchObject({ data: [] })
    expect(((await search(userIds.map(Number))).body as Page).data).toEqual(data)
    const many = Array.from({ length: 101 }, (_, index) => String(index))
    expect((await search(many.slice(1))).status).toBe(200)
    expect(await search(many)).toMatchObject({ status: 400 })
    expect(mock.requests.last()?.refusal?.detail).toBe('filter.userIds must have at most 100 ids.')
    mock.assume({ 'search.manyUserIds': '200' })
    expect((await search(many)).status).toBe(200)
  })

  it.each([
    ['users/search', { filter: { userIds: ['1'] } }, '$.filter: unknown: userIds'],
    ['users/search', { filter: { roleId: '1' } }, '$.filter.roleId: expected number, received string'],
    [
      'registration/search',
      { filter: { userIds: [true] } },
      '$.filter.userIds[0]: expected string, received boolean',
    ],
    ['dealers/search', { limit: 101 }, '$.limit: must be a whole number from 1 to 100'],
    ['volunteers/search', { limit: 0 }, '$.limit: must be a whole number from 1 to 100'],
    ['volunteers/search', { filter: {} }, '$: unknown: filter'],
  ])('of %s are refused if they are not documented: %j', async (path, body, problem) => {
    const { send, mock } = await openReported()
    expect((await send(`POST ${path}`, body)).status).toBe(400)
    expect(mock.requests.last()?.refusal?.detail).toContain(problem)
  })
})

describe('the assumptions', () => {
  it('a user without a registration', async () => {
    const { send, mock } = await openReported()
    expect((await send('GET users/2/registration')).status).toBe(404)
    mock.assume({ 'registration.missing': '200-null' })
    expect(await send('GET users/2/registration')).toMatchObject({ status: 200, body: null })
  })

  it.each([
    ['200-null', 200, null],
    ['200-object', 200, {}],
    ['204', 204, undefined],
  ] as const)('a success of a change of roles: %s', async (variant, status, body) => {
    const { send } = await openReported({ assumptions: { 'userRole.success': variant } as never })
    expect(await send('PUT users/2/roles/1', { scope: 'global' })).toMatchObject({ status, body })
    expect(await send('DELETE users/2/roles/1')).toMatchObject({ status, body })
  })

  it('a second change of roles, and the same role with another scope', async () => {
    const { send, mock } = await openReported()
    const put = async (scope: string) => (await send('PUT users/2/roles/1', { scope })).status
    expect([await put('global'), await put('global'), await put('convention')]).toEqual([204, 400, 400])
    mock.assume({ 'userRole.otherScope': 'change' })
    expect([await put('global'), await put('convention')]).toEqual([400, 204])
    expect(mock.userRoles.find({ userId: '2' })?.scope).toBe('convention')
    mock.assume({ 'userRole.addedTwice': 'success', 'userRole.removedTwice': 'success' })
    expect(await put('convention')).toBe(204)
    expect((await send('DELETE users/2/roles/1')).status).toBe(204)
    expect((await send('DELETE users/2/roles/1')).status).toBe(204)
  })

  it('are in the coverage, with their source', async () => {
    const { send, mock } = await openReported()
    await send('GET users/2/registration')
    const { answers } = mock.coverage()
    expect(answers.at(-1)).toMatchObject({ assumptions: { 'registration.missing': '404' } })
  })
})
