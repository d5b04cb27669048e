import { describe, expect, it } from 'vitest'
import { matchPath, nearestOperation } from '../../src/api/match-path.js'
import { operations } from '../../src/index.js'

const { getVolunteer, listRoles } = operations

describe('a path', () => {
  it.each([
    ['/api/v0/users/42/volunteer', '42'],
    ['/api/v0/users/a%2Fb/volunteer', 'a/b'],
    ['/api/v0/users/%E6%97%A5/volunteer', '日'],
    ['/api/v0/users/50%25/volunteer', '50%'],
    ['/api/v0/users/a%2520b/volunteer', 'a%20b'],
    ['/api/v0/users/a+b/volunteer', 'a+b'],
    ['/api/v0/users/:id/volunteer', ':id'],
    ['/api/v0/users/volunteer/volunteer', 'volunteer'],
    ['/api/v0/users/%20/volunteer', ' '],
  ])('%s is the path of a volunteer record, whose id is decoded once', (path, id) => {
    expect(matchPath(path)).toEqual({ kind: 'operation', operation: getVolunteer, id, trailingSlash: false })
  })

  it('/api/v0/roles is the path of the list of roles', () => {
    expect(matchPath('/api/v0/roles')).toEqual({
      kind: 'operation',
      operation: listRoles,
      id: '',
      trailingSlash: false,
    })
  })

  it.each([
    ['/api/v0/roles/', listRoles],
    ['/api/v0/users/42/volunteer/', getVolunteer],
  ])('%s is marked as a path with a trailing slash', (path, operation) => {
    expect(matchPath(path)).toMatchObject({ kind: 'operation', operation, trailingSlash: true })
  })

  it.each(['/%61pi/v0/roles', '/api/v0/%72oles', '/api/v%30/r%6Fles'])(
    '%s is the encoded path of the list of roles',
    (path) => {
      expect(matchPath(path)).toMatchObject({ kind: 'operation', operation: listRoles })
    },
  )

  it.each(['%', '%z', '%zz', '1%', '%E0%A4%A', '%ff', '%C0%AF', '%ED%A0%80'])(
    'with the id %s is malformed',
    (id) => {
      expect(matchPath(`/api/v0/users/${id}/volunteer`)).toEqual({
        kind: 'malformed',
        operation: getVolunteer,
      })
    },
  )

  it.each([
    '/',
    '//',
    '/api',
    '/api/v0',
    '/api/v0/',
    '/api/v0/role',
    '/api/v0/Roles',
    '/API/V0/roles',
    '/api/v1/roles',
    '/api/v0/roles//',
    '//api/v0/roles',
    '/api//v0/roles',
    '/api/v0/roles/1',
    '/api/v0/roles%2F',
    '/api%2Fv0/roles',
    '/api/v0/%zz',
    '/%zz/v0/roles',
    '/x/api/v0/roles',
    '/api/v0/users',
    '/api/v0/users/1',
    '/api/v0/users//volunteer',
    '/api/v0/users/1/2/volunteer',
    '/api/v0/users/1/volunteer/x',
    '/api/v0/users/1/volunteers',
    '/api/v0/users/1/Volunteer',
  ])('%s is unknown', (path) => {
    expect(matchPath(path)).toEqual({ kind: 'unknown' })
  })
})

describe('the operation nearest to an unknown path', () => {
  it.each([
    ['/api/v0/role', listRoles],
    ['/roles', listRoles],
    ['/api/v0/rolls/', listRoles],
    ['/', listRoles],
    ['/api/v0/users/1', getVolunteer],
    ['/api/v0/volunteers/1', getVolunteer],
    ['/API/V0/ROLES', listRoles],
    ['/api/v0/user/42/volunteer', getVolunteer],
    ['/api/v0/users/42/volunteers', getVolunteer],
    ['/users/42/volunteer', getVolunteer],
    ['/api/v0/users/a-very-long-id-that-is-like-no-placeholder-at-all/volunter', getVolunteer],
  ])('is found for %s', (path, operation) => {
    expect(nearestOperation(path)).toBe(operation)
  })

  it('is found for a path of a million characters', () => {
    expect(nearestOperation(`/api/v0/users/${'9'.repeat(1_000_000)}/volunteers`)).toBe(getVolunteer)
  })
})
