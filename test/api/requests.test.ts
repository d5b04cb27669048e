import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { targetOf } from '../../src/api/match-path.js'
import { createMock } from '../../src/index.js'
import { authorized } from '../support/ask.js'
import { matchPath, similarOperation } from '../support/convention.js'

/** What the conformance suite does not ask, because not every client can send it. */
describe('a credential', () => {
  const mock = createMock({ tokens: { 'Aa0-._~+/==': ['user:read'] } })

  async function problemOf(authorization: string, query = '') {
    const url = `http://mock/api/v0/roles${query}`
    const response = await mock.fetch(new Request(url, { headers: { authorization } }))
    return response.status === 200 ? 'accepted' : ((await response.json()) as { code: string }).code
  }

  it.each([
    ['Bearer   mock-user-read', 'accepted'],
    ['Bearer Aa0-._~+/==', 'accepted'],
    ['Bearer=mock-user-read', 'missing_credential'],
    ['Bearer mock-user-read,', 'invalid_request'],
    ['Bearer mock=user', 'invalid_request'],
    ['Bearer =', 'invalid_request'],
    ['Bearer rôles', 'invalid_request'],
    ['Bearer toString', 'invalid_token'],
  ])('"%s" is %s', async (authorization, code) => {
    expect(await problemOf(authorization)).toBe(code)
  })

  it('in the query is ignored if the header has a valid token', async () => {
    expect(await problemOf('Bearer mock-user-read', '?access_token=mock-no-scopes')).toBe('accepted')
  })

  it('that is missing gets a hint with a token', async () => {
    const { requests, fetch } = createMock()
    await fetch(new Request('http://mock/api/v0/roles?access_token=x'))
    expect(requests.last()?.refusal).toMatchObject({
      detail: expect.stringContaining('query string') as string,
      hint: expect.stringContaining('mock-user-read') as string,
    })
  })
})

describe('a path', () => {
  it.each([
    ...'//api/v0/roles /api/v0/roles%2F /api%2Fv0/roles /%zz/v0/roles /api/v0/%72oles'.split(' '),
    '/api/v0/users/1/2/volunteer',
  ])('%s is unknown', (path) => expect(matchPath(path)).toEqual({ kind: 'unknown' }))

  it.each([
    ['/', undefined],
    ['/api/v0/users', undefined],
    ['/api/v0/roles/1/members', undefined],
    [`/roles${'/x'.repeat(1_000_000)}`, undefined],
    ['/roles/', 'GET /api/v0/roles'],
    ['/undefined/api/v0/roles', 'GET /api/v0/roles'],
    [
      '/api/v0/users/a-very-long-id-that-is-like-no-placeholder-at-all/volunter',
      'GET /api/v0/users/:id/volunteer',
    ],
    [`/api/v0/users/${'9'.repeat(1_000_000)}/volunteers`, 'GET /api/v0/users/:id/volunteer'],
    ['/api/v0/oauth/token', 'POST /api/oauth/token'],
  ])('that is unknown has a similar operation, or none', (path, operation) => {
    expect(similarOperation(path)).toBe(operation)
  })
})

it('the hint for an unknown path names the operations of custom handlers', async () => {
  const mock = createMock({ handlers: [http.put('*/api/v0/visits/:id', () => HttpResponse.json({}))] })
  const body = (await (await mock.fetch(authorized('/api/v0/visit/1'))).json()) as { hint: string }
  expect(body.hint).toMatch(
    /^The nearest operation is PUT \/api\/v0\/visits\/:id\. .*, PUT \/api\/v0\/visits\/:id\.$/,
  )
})

it('the hint for an unknown path prefers an operation with as many segments', () => {
  const custom = ['GET /api/v0/visits', 'GET /api/v0/visits/:id'] as const
  expect(similarOperation('/api/v0/visit/1', custom)).toBe('GET /api/v0/visits/:id')
  expect(similarOperation('/api/v0/visit', custom)).toBe('GET /api/v0/visits')
})

it.each(['GET /', 'GET /:id', 'ALL *'] as const)('a handler for %s is similar to no path', (custom) => {
  expect(similarOperation('/login', [custom])).toBeUndefined()
})

describe('the path and query of a URL', () => {
  it.each([
    ...'http://mock/api/v0/roles?a=1&b=2?c=3 http://mock/api/v0/roles?url=http://other/path'.split(' '),
    ...'http://mock/api/v0/roles#part?a=1 http://mock/a%2Fb/%zz/volunteer?x=%zz#/b'.split(' '),
    ...'http://[::1]:4020//api//v0/? https://user:secret@mock.example/ http://mock/?a=1#part'.split(' '),
  ])('of %s agree with the URL standard', (url) => {
    const { pathname, search } = new URL(url)
    expect(targetOf(url)).toEqual({ path: pathname, query: search.slice(1) })
  })

  it.each([
    ['http://mock', ''],
    ['http://mock?a=/b', 'a=/b'],
    ['http://mock#/b', ''],
  ])('of %s, which has no path, are the root path', (url, query) => {
    expect(targetOf(url)).toEqual({ path: '/', query })
  })
})

it.each([
  ['//api/v0/roles', 'Check the base URL of your app'],
  ['/undefined/api/v0/roles', 'Check the base URL of your app'],
  ['/api/v0/Roles', 'Paths are case-sensitive'],
])('the refusal of %s says: %s', async (path, hint) => {
  const mock = createMock()
  await mock.fetch(`http://mock${path}`)
  expect(mock.requests.last()?.refusal?.hint).toContain(hint)
})
