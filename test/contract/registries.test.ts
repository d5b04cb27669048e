import { expect, it } from 'vitest'
import { assumptionNames } from '../../src/contract/settings.js'
import { kinds } from '../../src/convention/kinds.js'
import { operations } from '../../src/convention/operations.js'
import { resourceSchemas } from '../../src/convention/resources.js'
import { builtInToken, scopes } from '../../src/convention/scopes.js'

/** Only this test pins what exists. All others read the registries, so a new operation, kind or assumption fails only here. */
it('the registries have exactly what the API specification has', () => {
  const described = Object.entries(operations).map(([id, { path, scope, response, parameters }]) => {
    const [{ in: place, name, required }] = parameters
    return [id, [path, scope, response, place, name, required]]
  })
  expect({
    operations: Object.fromEntries(described) as unknown,
    scopes,
    tokens: scopes.map(builtInToken),
    resources: Object.keys(resourceSchemas),
    kinds: Object.keys(kinds),
    assumptions: assumptionNames,
  }).toEqual({
    operations: {
      getVolunteer: ['/api/v0/users/:id/volunteer', 'volunteer:read', 'Volunteer', 'path', 'id', true],
      listRoles: ['/api/v0/roles', 'user:read', 'RoleList', 'query', 'nextPage', false],
    },
    scopes: ['volunteer:read', 'user:read'],
    tokens: ['mock-volunteer-read', 'mock-user-read'],
    resources: ['ContactMethod', 'DepartmentAssignment', 'User', 'Option', 'Volunteer', 'Role', 'RoleList'],
    kinds: ['volunteers', 'users', 'roles'],
    assumptions: [
      'roles.lastPage',
      'roles.empty',
      'roles.pageSize',
      'roles.order',
      'roles.limit',
      'roles.unknownQuery',
      'user.preferredNameUnset',
      'department.name',
      'cursor.invalid',
      'auth.missing',
      'auth.malformed',
      'auth.invalid',
      'auth.insufficientScope',
      'volunteer.unknownUser',
      'volunteer.noRecord',
      'errors.body',
      'errors.contentType',
      'method.notAllowed',
      'path.trailingSlash',
      'path.malformedEncoding',
      'path.unknown',
      'extras.hasMore',
      'extras.isStaff',
      'token.endpoint',
      'token.scopes',
    ],
  })
})
