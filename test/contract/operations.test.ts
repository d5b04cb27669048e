import { expect, it } from 'vitest'
import { operations, schemas, scopes } from '../../src/index.js'
import { operationIds } from './specification.js'

it('lists the two scopes of the API specification', () => {
  expect(scopes).toEqual(['volunteer:read', 'user:read'])
})

it('describes the retrieval of a volunteer record as in the API specification', () => {
  expect(operations.getVolunteer).toMatchObject({
    id: 'getVolunteer',
    method: 'GET',
    path: '/api/v0/users/:id/volunteer',
    scope: 'volunteer:read',
    response: 'Volunteer',
  })
  expect(operations.getVolunteer.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
})

it('describes the list of roles as in the API specification', () => {
  expect(operations.listRoles).toMatchObject({
    id: 'listRoles',
    method: 'GET',
    path: '/api/v0/roles',
    scope: 'user:read',
    response: 'RoleList',
  })
  expect(operations.listRoles.parameters).toMatchObject([{ name: 'nextPage', in: 'query', required: false }])
})

it('has only the operations of the API specification', () => {
  expect(Object.keys(operations)).toEqual(operationIds)
})

it.each(Object.entries(operations))(
  '%s has the id of its key, and returns a known resource',
  (id, operation) => {
    expect(operation.id).toBe(id)
    expect(schemas).toHaveProperty(operation.response)
    expect(operation.path.startsWith('/api/v0/')).toBe(true)
  },
)
