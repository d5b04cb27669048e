import { expect, it } from 'vitest'
import { kinds } from '../../src/convention/kinds.js'
import { operations } from '../../src/convention/operations.js'
import { resourceSchemas } from '../../src/convention/resources.js'
import { resolveSettings, scopes } from '../support/convention.js'
import { builtInToken } from '../../src/contract/tokens.js'
import { createMock } from '../../src/index.js'

// Only these tests pin what exists. All others read the registries, so a new operation, kind or assumption fails only here.

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
    assumptions: Object.entries(resolveSettings()),
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
      ['roles.lastPage', 'null'],
      ['roles.empty', 'array'],
      ['roles.pageSize', 100],
      ['roles.order', 'id'],
      ['roles.limit', 'ignored'],
      ['roles.unknownQuery', 'ignored'],
      ['user.preferredNameUnset', 'absent'],
      ['department.name', 'present'],
      ['cursor.invalid', '400'],
      ['auth.missing', '401'],
      ['auth.malformed', '400'],
      ['auth.invalid', '401'],
      ['auth.insufficientScope', '403'],
      ['volunteer.unknownUser', '404'],
      ['volunteer.noRecord', '404'],
      ['errors.body', 'problem'],
      ['errors.contentType', 'application/json'],
      ['method.notAllowed', '405'],
      ['path.trailingSlash', '404'],
      ['path.malformedEncoding', '400'],
      ['path.unknown', '404'],
      ['extras.hasMore', 'absent'],
      ['extras.isStaff', 'absent'],
      ['token.endpoint', 'off'],
      ['token.scopes', 'specified'],
    ],
  })
})

/** The values of the profile `reported` that differ from those of `spec`. */
const reportedValues = {
  'roles.limit': 'applied',
  'user.preferredNameUnset': 'null',
  'errors.body': 'envelope',
  'path.unknown': '501',
  'extras.hasMore': 'present',
  'extras.isStaff': 'present',
  'token.endpoint': 'on',
  'token.scopes': 'service',
}

it('the profiles have their values', () => {
  const { settings } = createMock()
  expect(settings).toEqual(resolveSettings())
  expect(createMock({ profile: 'spec' }).settings).toEqual(settings)
  expect(createMock({ profile: 'reported' }).settings).toEqual({ ...settings, ...reportedValues })
})
