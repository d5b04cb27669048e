import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { createMock, type AssumptionInput } from '../../src/index.js'
import { ask, BASE, ROLES } from '../support/ask.js'
import { cursorAfter } from '../support/cursors.js'
import { scopes } from '../support/convention.js'

const text = (part: RegExp) => expect.stringMatching(part) as string

describe('an entry', () => {
  test('has all members', async () => {
    const before = Date.now()
    const mock = createMock()
    await ask(mock, `${ROLES}?nextPage=&limit=5&limit=6`, 'mock-user-read')
    const entry = mock.requests.last()!
    expect(entry).toEqual({
      id: 1,
      time: expect.any(Number) as number,
      method: 'GET',
      path: ROLES,
      query: { nextPage: '', limit: '…, …' },
      operation: 'listRoles',
      status: 400,
      durationMs: expect.any(Number) as number,
      token: 'mock-user-read',
      scopes: ['user:read'],
      refusal: { code: 'invalid_cursor', detail: text(/nextPage/), hint: text(/first page/) },
      note: undefined,
      assumed: ['cursor.invalid=400', 'errors.body=problem', 'errors.contentType=application/json'],
      cases: [],
      fault: undefined,
      sandbox: 'default',
    })
    expect(entry.time).toBeGreaterThanOrEqual(before - 1)
    expect(entry.time).toBeLessThanOrEqual(Date.now())
    expect(entry.durationMs).toBeGreaterThan(0)
  })

  test('has the cases, the assumptions and the note of an answer', async () => {
    const mock = createMock()
    await ask(mock, `${ROLES}?page=5`)
    expect(mock.requests.last()).toMatchObject({
      assumed: ['roles.pageSize=100', 'roles.order=id', 'roles.unknownQuery=ignored'],
      cases: ['roles.page.first'],
      note: expect.stringContaining('nextPage') as string,
      refusal: undefined,
    })
  })

  test.each(['nextpage', 'NextPage', 'nextPage[]', 'next_page'])(
    'names what %s was meant to be',
    async (name) => {
      const note = async (assumptions: AssumptionInput) => {
        const mock = createMock({ assumptions })
        await ask(mock, `${ROLES}?${name}=`)
        const last = mock.requests.last()!
        return last.refusal?.detail ?? last.note
      }
      expect(await note({})).toContain('did you mean "nextPage"?')
      expect(await note({ 'roles.unknownQuery': 'rejected' })).toContain('did you mean "nextPage"?')
    },
  )

  test.each([
    ['cursor', 'nextPage'],
    ['pageToken', 'nextPage'],
    ['starting_after', 'nextPage'],
    ['per_page', 'limit'],
    ['pageSize', 'limit'],
    ['size', 'limit'],
  ])('names what ?%s= of other APIs is here', async (name, meant) => {
    for (const unknownQuery of ['ignored', 'rejected'] as const) {
      const mock = createMock({
        assumptions: { 'roles.limit': 'applied', 'roles.unknownQuery': unknownQuery },
      })
      await ask(mock, `${ROLES}?${name}=2`)
      const { refusal, note } = mock.requests.last()!
      expect(refusal?.detail ?? note).toContain(`did you mean "${meant}"?`)
    }
  })

  test.each(['sort', 'search', 'access_token', 'name', 'fields', 'includeDeleted'])(
    'says nothing about ?%s=, which has no counterpart',
    async (name) => {
      const mock = createMock()
      await ask(mock, `${ROLES}?${name}=2`)
      expect(mock.requests.last()!.note).not.toContain('did you mean')
    },
  )

  const cursor = cursorAfter('100')

  test.each([
    ['undefined', 'is the string "undefined": a variable of your app is not set'],
    ['', 'is empty: a variable of your app is probably not set'],
    [`${cursor}&nextPage=${cursor}`, 'is given more than once'],
  ])('says why the cursor "%s" is invalid', async (invalid, problem) => {
    const mock = createMock()
    await ask(mock, `${ROLES}?nextPage=${invalid}`)
    expect(mock.requests.last()!.refusal!.detail).toBe(`The parameter nextPage ${problem}.`)
  })

  test.each(['listRoles', 'failing'])('of the handler %s has the token and its scopes', async (name) => {
    const answer = http.get('*/own', () => HttpResponse.json(name === 'failing' ? JSON.parse('{') : {}))
    const mock = createMock({ handlers: [answer] })
    await ask(mock, '/own')
    expect(mock.requests.last()).toMatchObject({ token: 'mock-all-scopes', scopes })
  })

  test.each<[string, string, object]>([
    ['mock-no-scopes', 'mock-no-scopes', { scopes: [], refusal: { code: 'insufficient_scope' } }],
    ['mock-expired', 'mock-expired', { refusal: { code: 'expired_token' } }],
    ['the-first-one', 'custom token 1', { status: 200, scopes: ['user:read'] }],
    ['the-second-one', 'custom token 2', { status: 403, scopes: ['volunteer:read'] }],
    ['the-third-one', 'custom token 3', { status: 401, refusal: { code: 'invalid_token' } }],
    ['issued-by-name', 'issued-by-name', { status: 403, scopes: [] }],
    ['anything-else', 'unknown', { status: 401, scopes: [] }],
  ])('names the token %s as %s', async (token, name, more) => {
    const tokens = { 'the-first-one': ['user:read'], 'the-second-one': ['volunteer:read'] } as const
    const mock = createMock({ tokens: { ...tokens, 'the-third-one': ['user:read'] } })
    mock.tokens.revoke('the-third-one')
    mock.tokens.issue({ token: 'issued-by-name' })
    await ask(mock, ROLES, token)
    expect(mock.requests.last()).toMatchObject({ token: name, ...more })
  })

  test('of an unknown path without a token has neither operation nor token', async () => {
    const mock = createMock()
    await mock.fetch(`${BASE}/nowhere?a=1#b`)
    const none = { operation: undefined, token: undefined, scopes: [] }
    const refusal = { code: 'unknown_path' }
    expect(mock.requests.last()).toMatchObject({ path: '/nowhere', query: { a: '…' }, refusal, ...none })
  })
})

test('the custom handlers, through mock.fetch, leave entries', async () => {
  const own = [
    http.get('*/own', () => HttpResponse.json({}, { status: 418 })),
    http.get('*/error', () => HttpResponse.error()),
    http.get('*/broken', () => {
      throw new Error('boom')
    }),
  ]
  const mock = createMock({ handlers: own })
  await mock.fetch(`${BASE}/own?key=value`)
  await expect(mock.fetch(`${BASE}/error`)).rejects.toThrow(TypeError)
  await mock.fetch(`${BASE}/broken`)
  await ask(mock, ROLES)
  expect(mock.requests.all()).toMatchObject([
    { id: 1, path: '/own', query: { key: '…' }, status: 418, operation: 'GET /own' },
    { id: 2, path: '/error', status: 0, refusal: { detail: 'A custom handler dropped the connection.' } },
    { id: 3, path: '/broken', status: 500, refusal: { detail: expect.stringContaining('boom') as string } },
    { id: 4, path: ROLES, status: 200 },
  ])
})
