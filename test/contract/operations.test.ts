import { expect, it } from 'vitest'
import { operations, schemas, scopes } from '../../src/index.js'
import { operationIds } from './specification.js'

it('names the two scopes of the document', () => {
  expect(scopes).toEqual(['volunteer:read', 'user:read'])
})

it("describes retrieving a user's volunteer record as the document does", () => {
  expect(operations.getVolunteer).toMatchObject({
    id: 'getVolunteer',
    method: 'GET',
    path: '/api/v0/users/:id/volunteer',
    scope: 'volunteer:read',
    response: 'Volunteer',
  })
  expect(operations.getVolunteer.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
})

it('describes listing roles as the document does', () => {
  expect(operations.listRoles).toMatchObject({
    id: 'listRoles',
    method: 'GET',
    path: '/api/v0/roles',
    scope: 'user:read',
    response: 'RoleList',
  })
  expect(operations.listRoles.parameters).toMatchObject([{ name: 'nextPage', in: 'query', required: false }])
})

it('has no operation that the document does not have', () => {
  expect(Object.keys(operations)).toEqual(operationIds)
})

it.each(Object.entries(operations))(
  '%s goes by its own id, and answers with a known resource',
  (id, operation) => {
    expect(operation.id).toBe(id)
    expect(schemas).toHaveProperty(operation.response)
    expect(operation.path.startsWith('/api/v0/')).toBe(true)
  },
)
