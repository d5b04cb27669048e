import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { operations } from '../../src/convention/operations.js'
import { connect } from '../../src/server.js'
import { createMock, InvalidOptionError, type Mock, type MockOptions } from '../../src/index.js'
import { ask, authorized, BASE, tokenRequest } from '../support/ask.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { scopes as allScopes } from '../support/convention.js'

const USER = 'GET /api/v0/users/:id'
const SCOPE = 'registration:read'

const handlers = (({ authorize, error, json, users }) => {
  const visits = new Set<string>()
  return [
    http.get<{ id: string }>('*/api/v0/users/:id', ({ request, params }) => {
      const user = users.find({ id: params.id })
      return authorize(request, 'user:read') ?? (user ? json(user) : error(404, 'No such user'))
    }),
    http.put<{ id: string }>('*/api/v0/visits/:id', ({ request, params }) => {
      visits.add(params.id)
      return authorize(request, SCOPE) ?? json([...visits])
    }),
  ]
}) satisfies MockOptions['handlers']

const options: MockOptions = { data: 'edge-cases', scopes: [SCOPE], handlers }

function put(mock: { fetch(request: Request): Promise<Response> }, id: string, token?: string) {
  const { headers } = authorized('/', token)
  return mock.fetch(new Request(`${BASE}/api/v0/visits/${id}`, { method: 'PUT', headers }))
}

describe('handlers as a function of the mock', () => {
  test('read its records', async () => {
    const mock = createMock(options)
    const user = await mock.users.create({ id: 'a', firstName: 'Ada' })
    expect(await ask(mock, '/api/v0/users/a')).toEqual({ status: 200, body: user })
  })

  test('have a state for each sandbox of a server', async () => {
    const server = await runServer(options)
    const remote = await connect(server.url)
    for (const name of ['a', 'b']) await remote.createSandbox(name)
    const visit = async (path: string) => (await fetchFrom(server, path, { method: 'PUT' })).json() as unknown
    expect(await visit('/~a/api/v0/visits/1')).toEqual(['1'])
    expect(await visit('/~b/api/v0/visits/2')).toEqual(['2'])
    await remote.sandbox('a').reset()
    expect(await visit('/~a/api/v0/visits/3')).toEqual(['3'])
    expect(await visit('/~b/api/v0/visits/4')).toEqual(['2', '4'])
  })

  test('work with msw, also after a reset, and are in the request log', async () => {
    const mock = createMock(options)
    const msw = setupServer(...mock.handlers)
    msw.listen(mock.listenOptions)
    onTestFinished(() => msw.close())
    const global: Pick<Mock, 'fetch'> = { fetch: (request) => fetch(request) }
    await put(global, '1')
    await mock.reset()
    expect(await (await put(global, '2')).json()).toEqual(['2'])
    expect(mock.requests.last()).toMatchObject({ operation: 'PUT /api/v0/visits/:id', status: 200 })
    expect(await ask(global, '/api/v0/roles')).toMatchObject({ status: 200 })
  })

  test.each([[undefined], [{}], [[1]]])('must not return %j', (returned) => {
    expect(() => createMock({ handlers: () => returned as never })).toThrow(
      new InvalidOptionError('must return a list of handlers of msw', 'handlers'),
    )
  })
})

describe('mock.authorize', () => {
  test.each([
    ['mock-expired', 401, 'expired_token'],
    ['nobody', 401, 'invalid_token'],
    ['mock-volunteer-read', 403, 'insufficient_scope'],
    ['mock-user-read', 200, undefined],
  ] as const)('answers %s like the API, with the entry of the API', async (token, status, code) => {
    const mock = createMock(options)
    const id = mock.users.findMany()[0]!.id
    const own = await ask(mock, `/api/v0/users/${id}`, token)
    const ofApi = await ask(mock, '/api/v0/roles', token)
    expect(own.status).toBe(status)
    expect(code === undefined ? ofApi.body : own.body).toEqual(ofApi.body)
    const [entry, entryOfApi] = mock.requests.all()
    const { refusal, scopes, token: name } = entryOfApi!
    expect(entry).toMatchObject({ operation: USER, status, refusal, scopes, token: name })
    expect(entry!.refusal?.code).toBe(code)
  })

  test('refuses a scope that no token can have', () => {
    const { authorize } = createMock(options)
    expect(() => authorize(authorized('/'), 'registration:reed')).toThrow(
      'unknown scope "registration:reed": did you mean "registration:read"?',
    )
  })

  test('without a scope accepts every valid token', () => {
    const { authorize } = createMock()
    expect(authorize(authorized('/', 'mock-no-scopes'))).toBeUndefined()
    expect(authorize(authorized('/', 'mock-expired'))?.status).toBe(401)
  })
})

describe('the option scopes', () => {
  test('gives each scope a token, and all of them to mock-all-scopes', async () => {
    const mock = createMock({ ...options, scopes: ['user:roles:update', SCOPE] })
    const tokens = Object.fromEntries(mock.tokens.all.map(({ token, scopes }) => [token, scopes]))
    expect(tokens).toMatchObject({
      'mock-all-scopes': [...allScopes, 'user:roles:update', SCOPE],
      'mock-user-roles-update': ['user:roles:update'],
      'mock-registration-read': [SCOPE],
    })
    const statuses = ['mock-registration-read', 'mock-all-scopes', 'mock-user-roles-update', 'mock-user-read']
    const answers = await Promise.all(statuses.map((token) => put(mock, '1', token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403])
    expect(mock.requests.last()?.refusal?.hint).toContain(
      'Send "Authorization: Bearer mock-registration-read"',
    )
  })

  test('is known to tokens.issue and the option tokens', () => {
    const mock = createMock({ scopes: [SCOPE], tokens: { mine: [SCOPE] } })
    expect(mock.tokens.issue({ scopes: [SCOPE] }).scopes).toEqual([SCOPE])
    expect(() => createMock({ tokens: { mine: [SCOPE] } })).toThrow(InvalidOptionError)
    expect(() => createMock({ scopes: ['a b'] })).toThrow('"scopes[0]" may only contain')
  })

  test('is granted by the token endpoint', async () => {
    const mock = createMock({ ...options, assumptions: { 'token.endpoint': 'on' } })
    const { access_token: token, scope } = (await (await mock.fetch(tokenRequest())).json()) as {
      access_token: string
      scope: string
    }
    expect(scope).toBe([...allScopes, SCOPE].join(' '))
    expect((await put(mock, '1', token)).status).toBe(200)
  })
})

async function read(response: Response): Promise<{ data: { id: string }[]; nextPage: string | null }> {
  return (await response.json()) as { data: { id: string }[]; nextPage: string | null }
}

describe('mock.page', () => {
  const records = Array.from({ length: 5 }, (_, index) => ({ id: String(index) }))

  test('returns all pages', async () => {
    const { page } = createMock({ assumptions: { 'roles.pageSize': 2 } })
    const found: object[] = []
    for (let nextPage: string | null = null, pages = 0; pages < 3; pages++) {
      const sent = await read(page(records, { nextPage }))
      found.push(...sent.data)
      nextPage = sent.nextPage
      expect(nextPage === null).toBe(pages === 2)
    }
    expect(found).toEqual(records)
  })

  test('has the variants of the assumptions', async () => {
    const { page, assume } = createMock()
    assume({ 'roles.empty': 'null', 'roles.lastPage': 'absent', 'extras.hasMore': 'present' })
    expect(await read(page([]))).toEqual({ data: null, hasMore: false })
    expect(await read(page(records, { limit: '4' }))).toMatchObject({ hasMore: true })
  })

  test.each([
    ['400', { code: 'invalid_cursor' }],
    ['first-page', { data: records }],
    ['empty-page', { data: [] }],
  ] as const)('treats other cursors like an invalid one: %s', async (variant, expected) => {
    const mock = createMock({ assumptions: { 'cursor.invalid': variant } })
    const { body } = await ask(mock, '/api/v0/roles')
    for (const nextPage of [(body as { nextPage: string }).nextPage, 1, 'x']) {
      expect(await mock.page(records, { nextPage }).json()).toMatchObject(expected)
    }
  })

  test.each([0, 'x', 1001, ''])('refuses the limit %j', (limit) => {
    expect(createMock().page(records, { limit }).status).toBe(400)
  })
})

describe('mock.error and mock.json', () => {
  test('have the form of the assumption errors.body, and are in the request log', async () => {
    const mock = createMock({ ...options, assumptions: { 'errors.body': 'envelope' } })
    const { status, body } = await ask(mock, '/api/v0/users/0')
    expect([status, body]).toEqual([404, { errors: { resource: { message: 'No such user' } } }])
    expect(mock.requests.last()).toMatchObject({
      operation: USER,
      token: 'mock-all-scopes',
      refusal: { code: undefined, detail: 'No such user' },
    })
    expect(() => mock.error(200, 'x')).toThrow('"status" must be a whole number from 400 to 599, but is 200')
    expect(() => mock.error(404, 5 as never)).toThrow('"message" must be a string')
  })

  test('leave out the fields of a volunteer record that an assumption leaves out', async () => {
    const mock = createMock({ data: 'edge-cases', assumptions: { 'department.name': 'absent' } })
    const { body } = await ask(mock, '/api/v0/users/1/volunteer')
    expect(await mock.json(mock.volunteers.find('50000001')).json()).toEqual(body)
  })

  test('give users what the profile adds, at every depth', async () => {
    const { json, users, volunteers, fetch } = createMock({ profile: 'reported', data: 'edge-cases' })
    const [volunteer] = volunteers.findMany()
    const sent = await (await fetch(authorized(`/api/v0/users/${volunteer!.user.id}/volunteer`))).json()
    expect(await json({ found: [volunteer] }).json()).toEqual({ found: [sent] })
    const { user } = sent as { user: object }
    expect(await json(users.find(volunteer!.user.id), { status: 201 }).json()).toEqual(user)
    expect(user).toHaveProperty('isStaff')
    expect(() => json(undefined)).toThrow(InvalidOptionError)
  })
})

describe('a fault for a custom operation', () => {
  test.each([
    ['status', { status: 503, retryAfter: 1 } as const],
    ['truncateBody', { truncateBody: 3 } as const],
    ['invalidJson', { invalidJson: true } as const],
    ['dropConnection', { dropConnection: true } as const],
  ])('has the effect %s, with mock.fetch and on a server', async (name, effect) => {
    const mock = createMock(options)
    const server = await runServer({ mock })
    const request = () => authorized(`/api/v0/users/${mock.users.findMany()[0]!.id}`)
    const normal = await (await mock.fetch(request())).text()
    const send = [
      mock.fetch,
      (given: Request) => fetch(new Request(given.url.replace(BASE, server.url), given)),
    ]
    for (const each of send) {
      mock.faults.add({ operation: USER, when: { nth: 1 }, effect })
      const seen = await each(request()).then(
        async (response) => [response.status, await response.text().catch(() => 'failed')],
        () => ['dropped'],
      )
      const expected = {
        status: [503, expect.stringContaining('"code":"fault"')],
        truncateBody: [200, 'failed'],
        invalidJson: [200, normal.slice(0, -1)],
        dropConnection: ['dropped'],
      }
      expect(seen).toEqual(expected[name as keyof typeof expected])
      expect(mock.requests.last()).toMatchObject({
        operation: USER,
        fault: expect.stringContaining(name) as string,
      })
      expect(await (await each(request())).text()).toBe(normal)
    }
  })

  test('is also one for all operations, and does not call the handler if the status is an error', async () => {
    const mock = createMock(options)
    mock.faults.add({ when: { nth: 1 }, effect: { status: 500 } })
    expect((await put(mock, '1')).status).toBe(500)
    expect((await mock.fetch(authorized('/api/v0/roles'))).status).toBe(500)
    expect(await (await put(mock, '2')).json()).toEqual(['2'])
  })

  test('must have an operation that exists', () => {
    const mock = createMock(options)
    expect(mock.faults.operations).toEqual([
      ...Object.keys(operations),
      'token',
      USER,
      'PUT /api/v0/visits/:id',
    ])
    const fault = { operation: 'GET /api/v0/user/:id', effect: { status: 500 } } as const
    const message = `has no custom handler "GET /api/v0/user/:id": did you mean "${USER}"?`
    expect(() => mock.faults.add(fault)).toThrow(message)
    expect(() => createMock({ ...options, faults: [fault] })).toThrow(`"faults[0].operation" ${message}`)
    expect(() => createMock({ ...options, faults: [{ ...fault, operation: USER }] })).not.toThrow()
  })
})

describe('the operation of a custom handler', () => {
  test.each([
    [http.all('https://reg.example.com/x', () => HttpResponse.text('')), 'ALL /x'],
    [http.get('/x', () => HttpResponse.text('')), 'GET /x'],
    [http.get(/x$/, () => HttpResponse.text('')), undefined],
    [http.get('*/x', () => HttpResponse.error()), 'GET /x'],
  ])('%#', async (handler, operation) => {
    const mock = createMock({ handlers: [handler] })
    await mock.fetch(`${BASE}/x`).catch(() => undefined)
    expect(mock.requests.last()?.operation).toBe(operation)
  })

  test('that answers in place of the API is that of the API', async () => {
    const mock = createMock({ handlers: [http.get('*/api/v0/roles', () => HttpResponse.json([]))] })
    await mock.fetch(authorized('/api/v0/roles'))
    expect(mock.requests.last()?.operation).toBe('listRoles')
    expect(mock.faults.operations).toEqual([...Object.keys(operations), 'token'])
  })
})
