import { afterEach, expect, test } from 'vitest'
import { startIndependentService } from './independent-service.js'

type Service = Awaited<ReturnType<typeof startIndependentService>>
let service: Service | undefined

afterEach(() => service?.close())

async function start(...options: Parameters<typeof startIndependentService>): Promise<Service> {
  service = await startIndependentService(...options)
  return service
}

async function get(path: string, authorization = 'Bearer tok-all', method = 'GET') {
  const response = await fetch(`${service?.url}${path}`, { method, headers: { authorization } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, expect.any(String)]))

test('returns volunteer records with the fields of the specification', async () => {
  await start()
  for (const id of ['90017', 'sso|7f/c 3', '90044']) {
    const { status, headers, body } = await get(`/api/v0/users/${encodeURIComponent(id)}/volunteer`)
    expect({ status, type: headers.get('content-type') }).toMatchObject({
      status: 200,
      type: expect.stringMatching(/^application\/json(;|$)/),
    })
    const { contactMethods, departments, options, user, ...rest } = body
    expect(rest).toEqual(texts('id', 'createdAt', 'updatedAt'))
    expect(Date.parse(rest.createdAt)).toBeLessThanOrEqual(Date.parse(rest.updatedAt))
    const { preferredName, ...names } = user
    expect(names).toEqual({ ...texts('firstName', 'lastName', 'username', 'phone', 'email'), id })
    expect(['string', 'object', 'undefined']).toContain(typeof preferredName)
    expect(user.phone).toMatch(/^\+[1-9]\d{1,14}$/)
    for (const method of contactMethods)
      expect(method).toEqual({ ...texts('name', 'value'), isPrimary: expect.any(Boolean) })
    for (const { name = 'absent', states, ...department } of departments) {
      expect({ name, ...department }).toEqual(texts('id', 'name'))
      expect(['experience', 'interest', 'avoid', 'assignment', 'request']).toEqual(
        expect.arrayContaining(states),
      )
    }
    for (const { name, type, value } of options) {
      expect(name).toEqual(expect.any(String))
      expect(['select', 'multi', 'text', 'number']).toContain(type)
      expect(Array.isArray(value) || ['number', 'string'].includes(typeof value)).toBe(true)
    }
  }
})

test('lists each role once, page by page', async () => {
  const { requests } = await start()
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { status, body } = await get(`/api/v0/roles?nextPage=${encodeURIComponent(cursor)}`)
    expect(status).toBe(200)
    for (const role of body.data) expect(role).toEqual(texts('id', 'name'))
    names.push(...body.data.map((role: { name: string }) => role.name))
    cursor = body.nextPage
  }
  expect(requests).toHaveLength(3)
  expect(new Set(names).size).toBe(7)
  expect(requests[0]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer tok-all' } })
})

const volunteer = '/api/v0/users/90017/volunteer'
test.each([
  ['no bearer token', volunteer, 'Basic abc', 'GET', 401],
  ['an unknown token', volunteer, 'Bearer constructor', 'GET', 401],
  ['a token without volunteer:read', volunteer, 'Bearer tok-user', 'GET', 403],
  ['a token without user:read', '/api/v0/roles', 'Bearer tok-volunteer', 'GET', 403],
  ['an unknown user', '/api/v0/users/1/volunteer', 'bearer tok-all', 'GET', 404],
  ['a user without a record', '/api/v0/users/90050/volunteer', 'Bearer tok-all', 'GET', 404],
  ['malformed percent-encoding', '/api/v0/users/%E0%/volunteer', 'Bearer tok-all', 'GET', 400],
  ['an unknown cursor', '/api/v0/roles?nextPage=%ff', 'Bearer tok-all', 'GET', 400],
  ['another path', '//api/v0/roles', 'Bearer tok-all', 'GET', 404],
  ['another method', '/api/v0/roles', 'Bearer tok-all', 'DELETE', 405],
])('refuses %s', async (_, path, authorization, method, status) => {
  await start()
  const response = await get(path, authorization, method)
  expect(response).toMatchObject({ status, body: { status } })
  expect(response.headers.has('www-authenticate')).toBe(status === 401 || status === 403)
})

test('options replace the data, and `change` replaces the response', async () => {
  await start({
    tokens: { other: ['user:read'] },
    roles: [{ id: '1', name: 'One' }],
    pageSize: 1,
    change: (response, operation) => ({ ...response, status: 203, body: { was: response.body, operation } }),
  })
  expect(await get('/api/v0/roles', 'Bearer other')).toMatchObject({
    status: 203,
    body: { was: { data: [{ id: '1', name: 'One' }], nextPage: null }, operation: 'roles' },
  })
})
