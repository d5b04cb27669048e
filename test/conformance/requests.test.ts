import { describe, expect, it } from 'vitest'
import { refused } from '../support/refusals.js'
import { connect, pagePath, ROLES, volunteerPath } from './client.js'
import { readProblem } from './expectations.js'
import { cases } from './operations.js'

describe('HEAD', () => {
  it.each<[string, string, number, token?: string]>([
    ...cases.flatMap(({ id, path, other }): [string, string, number, token?: string][] => [
      [id, path, 200],
      [`${id} without a credential`, path, 401, ''],
      [`${id} with another scope`, path, 403, other],
    ]),
    ['an unknown user', volunteerPath('4711471147'), 404],
    ['a user without a record', volunteerPath('28'), 404],
    ['an invalid cursor', pagePath('garbage'), 400],
    ['a path that ends in a slash', `${ROLES}/`, 404],
  ])('has the status and the headers of GET, but no body, for %s', async (_, path, status, token) => {
    const { get, send } = connect()
    const [byGet, byHead] = [await get(path, token), await send('HEAD', path, token)]
    expect([byGet.status, byHead.status]).toEqual([status, status])
    for (const name of ['content-type', 'www-authenticate'])
      expect(byHead.headers.get(name)).toBe(byGet.headers.get(name))
    const length = new TextEncoder().encode(await byGet.text()).length
    expect(byHead.headers.get('content-length')).toBe(String(length))
    expect(await byHead.text()).toBe('')
  })
})

describe('a path that is not in the API specification', () => {
  it.each([
    ['/api/v0/role', '/api/v0/roles'],
    ['/api/v0/Roles', '/api/v0/roles'],
    ['/api/v1/roles', '/api/v0/roles'],
    ['/api/roles', '/api/v0/roles'],
    ['/api/v0/roles//', '/api/v0/roles'],
    ['/api/v0/roles/1', '/api/v0/roles'],
    ['/api/v0/user/1/volunteer', '/api/v0/users/:id/volunteer'],
    ['/api/v0/users/1/volunteers', '/api/v0/users/:id/volunteer'],
    ['/users/1/volunteer', '/api/v0/users/:id/volunteer'],
    ['/api/v0/users/1/volunteer/1', '/api/v0/users/:id/volunteer'],
  ])('%s is answered with 404, and a hint about %s', async (path, nearest) => {
    const { get } = connect()
    const body = await readProblem(await get(path))
    expect(body).toMatchObject(refused.unknownPath)
    expect(body['nearestOperation']).toBe(`GET ${nearest}`)
    expect(body['hint']).toContain(`GET ${nearest}`)
  })

  it('that only resembles an operation is answered with 404, and a hint how to add an operation', async () => {
    const { get } = connect()
    const body = await readProblem(await get('/api/v0/volunteers/search'))
    expect(body).not.toHaveProperty('nearestOperation')
    expect(body['hint']).toMatch(/extendApi.*"extend".*docs\/guides\/rest-of-the-api\.md/)
    expect(body['hint']).not.toContain('most similar')
  })

  it.each(['/api/oauth/token', '/oauth/token', '/api/oauth/token/'])(
    '%s is answered with 404, and a hint about the setting',
    async (path) => {
      const { send } = connect()
      const { hint } = await readProblem(await send('POST', path))
      expect(hint).toContain('POST /api/oauth/token, which the assumption token.endpoint=on adds.')
    },
  )
})
