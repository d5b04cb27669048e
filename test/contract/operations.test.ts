import { expect, it } from 'vitest'
import { operations } from '../../src/contract/operations.js'
import { scopes } from '../../src/contract/scopes.js'

/** The table of the API specification. */
const specified = {
  getVolunteer: ['/api/v0/users/:id/volunteer', 'volunteer:read', 'Volunteer', 'path', 'id', true],
  listRoles: ['/api/v0/roles', 'user:read', 'RoleList', 'query', 'nextPage', false],
}

it('the operations are those of the API specification', () => {
  const described = Object.entries(operations).map(([id, { path, scope, response, parameters }]) => {
    const [{ in: place, name, required }] = parameters
    return [id, [path, scope, response, place, name, required]]
  })
  expect(Object.fromEntries(described)).toEqual(specified)
  expect(scopes).toEqual(['volunteer:read', 'user:read'])
})
