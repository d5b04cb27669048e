import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi, type MockOptions } from '../../src/index.js'
import { scopes } from '../support/convention.js'
import { ask, authorized, BASE, tokenRequest } from '../support/ask.js'
import { expectEffect, noticedEffects } from '../support/fault-effects.js'
import { runServer } from '../support/running-server.js'

const SCOPE = 'visit:update'

/** Operations of a team that behave like those of the API, without a line for it. */
const extend = extendApi()
  .collection('visits', { one: 'visit', schema: z.object({ id: z.string() }), factory: () => ({}) })
  .operation(
    'getUser',
    'GET /api/v0/users/:id',
    { scope: 'user:read', params: { id: 'users.id' } },
    ({ found }) => found.user,
  )
  .operation(
    'findVolunteers',
    'GET /api/v0/volunteers',
    { scope: 'volunteer:read' },
    ({ records, query }) => ({ found: [records.volunteers.get({ user: { id: query.get('user') ?? '' } })] }),
  )
  .operation(
    'putVisit',
    'PUT /api/v0/visits/:id',
    { scope: SCOPE },
    ({ params: { id }, records: { visits } }) => {
      visits.create({ id })
      return visits.findMany().map((visit) => visit.id)
    },
  )
  .operation('listVisits', 'GET /api/v0/visits', { pages: 'visits' }, ({ page, query }) => {
    const limit = query.get('limit')
    return page(limit === null ? {} : { limit: Number(limit) })
  })

const visits = Array.from({ length: 5 }, (_, index) => ({ id: String(index + 1) }))
const create = (options: Pick<MockOptions, 'profile' | 'assumptions'> = {}) =>
  createMock({
    ...options,
    extend,
    data: { users: [{ id: '1' }], volunteers: [{ user: { id: '2' } }], visits },
  })

function put(mock: { fetch(request: Request): Promise<Response> }, id: string, token?: string) {
  const { headers } = authorized('/', token)
  return mock.fetch(new Request(`${BASE}/api/v0/visits/${id}`, { method: 'PUT', headers }))
}

test.each([
  ['mock-expired', 401, 'expired_token'],
  ['nobody', 401, 'invalid_token'],
  ['mock-volunteer-read', 403, 'insufficient_scope'],
  ['mock-user-read', 200, undefined],
] as const)(
  'it answers the token %s like the API, with the entry of the API',
  async (token, status, code) => {
    const mock = create()
    const own = await ask(mock, '/api/v0/users/1', token)
    const ofApi = await ask(mock, '/api/v0/roles', token)
    expect(own.status).toBe(status)
    expect(code === undefined ? ofApi.body : own.body).toEqual(ofApi.body)
    const [entry, { refusal, scopes: has, token: name }] = mock.requests.all() as [object, never]
    expect(entry).toMatchObject({ operation: 'getUser', status, refusal, scopes: has, token: name })
    expect(mock.requests.all()[0]!.refusal?.code).toBe(code)
  },
)

describe('the scope of an operation', () => {
  test('has a token, is in mock-all-scopes, and is known to tokens.issue and the option tokens', async () => {
    const mock = createMock({ extend, tokens: { mine: [SCOPE] } })
    expect(Object.fromEntries(mock.tokens.all.map((each) => [each.token, each.scopes]))).toMatchObject({
      'mock-all-scopes': [...scopes, SCOPE],
      'mock-visit-update': [SCOPE],
    })
    expect(mock.tokens.issue({ scopes: [SCOPE] }).scopes).toEqual([SCOPE])
    const tokens = ['mock-visit-update', 'mock-all-scopes', 'mine', 'mock-user-read']
    const answers = await Promise.all(tokens.map((token, id) => put(mock, `${id}`, token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 403])
    expect(mock.requests.find({ status: 403 })?.refusal?.hint).toContain(
      'Send "Authorization: Bearer mock-visit-update"',
    )
  })

  test('is granted by the token endpoint', async () => {
    const mock = createMock({ extend, assumptions: { 'token.endpoint': 'on' } })
    const body = (await (await mock.fetch(tokenRequest())).json()) as { access_token: string; scope: string }
    expect(body.scope).toBe([...scopes, SCOPE].join(' '))
    expect((await put(mock, '1', body.access_token)).status).toBe(200)
  })

  test('is refused in the option scopes', () => {
    expect(() => createMock({ extend, scopes: ['order:view', SCOPE] })).toThrow(
      `"scopes[1]" is the scope of an operation, so the mock knows it already; remove it`,
    )
  })

  test('may not have the built-in token of the scope of another', () => {
    expect(() => extend.operation('x', 'GET /api/v0/x', { scope: 'visit-update' }, () => ({}))).toThrow(
      'the operation x: "scope" would take over the built-in token mock-visit-update',
    )
  })
})

describe('its records', () => {
  test('have the fields that the profile adds, at every depth', async () => {
    const mock = create({ profile: 'reported' })
    const sent = (await ask(mock, '/api/v0/users/2/volunteer')).body as { user: object }
    expect((await ask(mock, '/api/v0/volunteers?user=2')).body).toEqual({ found: [sent] })
    expect((await ask(mock, '/api/v0/users/2')).body).toEqual(sent.user)
    expect(sent.user).toHaveProperty('isStaff')
  })

  test('lack the fields that an assumption leaves out', async () => {
    const mock = createMock({ extend, data: 'edge-cases', assumptions: { 'department.name': 'absent' } })
    const { body } = await ask(mock, '/api/v0/users/1/volunteer')
    expect(JSON.stringify(body)).toContain('"departments":[{')
    expect((await ask(mock, '/api/v0/volunteers?user=1')).body).toEqual({ found: [body] })
  })
})

describe('its pages', () => {
  const LIST = '/api/v0/visits'

  test('follow each other', async () => {
    const mock = create({ assumptions: { 'roles.pageSize': 2 } })
    const found: object[] = []
    for (let next: string | null = '', pages = 0; pages < 3; pages++) {
      const { body } = await ask(mock, LIST + next)
      const sent = body as { data: object[]; nextPage: string | null }
      found.push(...sent.data)
      expect(sent.nextPage === null).toBe(pages === 2)
      next = `?nextPage=${sent.nextPage}`
    }
    expect(found).toEqual(visits)
  })

  test('have the variants of the assumptions', async () => {
    const mock = create({ assumptions: { 'roles.empty': 'null', 'extras.hasMore': 'present' } })
    mock.assume({ 'roles.lastPage': 'absent' })
    expect((await ask(mock, `${LIST}?limit=4`)).body).toMatchObject({ hasMore: true })
    await mock.visits.clear()
    expect((await ask(mock, LIST)).body).toEqual({ data: null, hasMore: false })
  })

  test.each([
    ['400', { code: 'invalid_cursor' }],
    ['first-page', { data: visits }],
    ['empty-page', { data: [] }],
  ] as const)('treat the cursor of another list like an invalid one: %s', async (variant, expected) => {
    const mock = create({ assumptions: { 'cursor.invalid': variant } })
    const roles = await createMock().fetch(authorized('/api/v0/roles'))
    const { nextPage } = (await roles.json()) as { nextPage: string }
    for (const cursor of [nextPage, 'x'])
      expect((await ask(mock, `${LIST}?nextPage=${cursor}`)).body).toMatchObject(expected)
  })

  test.each(['0', 'x', '1001', ''])('refuse the limit "%s"', async (limit) => {
    expect((await ask(create(), `${LIST}?limit=${limit}`)).status).toBe(400)
  })
})

test('its refusals have the form of the assumption errors.body', async () => {
  const mock = create({ assumptions: { 'errors.body': 'envelope' } })
  const message = 'There is no user with id "0".'
  expect(await ask(mock, '/api/v0/users/0')).toMatchObject({
    status: 404,
    body: { errors: { resource: { message: expect.stringContaining(message) as string } } },
  })
  const { body } = mock.requests.response(1)!
  expect(body).toContain('errors')
})

describe('a fault', () => {
  test.each(noticedEffects)('has the effect %s, with mock.fetch and on a server', async (...effect) => {
    const mock = create()
    const asked = { path: '/api/v0/users/1', operation: 'getUser' }
    await expectEffect(mock, await runServer({ mock }), asked, effect)
  })

  test('must be for an operation that exists', () => {
    expect(() => create().faults.add({ operation: 'getUsr' as 'getUser', effect: { status: 500 } })).toThrow(
      'did you mean "getUser"',
    )
  })
})
