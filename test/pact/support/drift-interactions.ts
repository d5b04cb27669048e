import { startIndependentService } from '../../support/independent-service.js'
import type { Interaction } from './pacts.js'
import { rolesOf, users } from './service-users.js'

/** Starts a service that differs from the mock: it never sends `nextPage`, and ignores invalid cursors. */
export function startDifferentService() {
  const roles = rolesOf(5)
  return startIndependentService({
    tokens: { 'secret-of-volunteers': ['volunteer:read'], 'secret-of-roles': ['user:read'] },
    users,
    change: (response, operation) =>
      operation === 'roles' && [200, 400].includes(response.status)
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: { data: roles } }
        : response,
  })
}

/** The tokens of this service. */
export const tokens = { 'volunteer:read': 'secret-of-volunteers', 'user:read': 'secret-of-roles' }

/** Holds in the mock and in the service. */
export const both: Interaction = { description: 'the roles', states: ['roles exist'] }

/** Holds in the mock only. */
export const drift: Interaction = {
  description: 'the only page',
  states: [['roles exist', { count: 3 }]],
  body: { nextPage: null },
}

/** Holds in the service only. */
export const tooStrict: Interaction = {
  description: 'an invalid cursor',
  path: '/api/v0/roles?nextPage=bad',
  status: 200,
}

export const neither: Interaction = { description: 'a teapot', status: 418 }

/** Needs a fixture. */
export const skipped: Interaction = {
  description: 'a volunteer',
  path: '/api/v0/users/1/volunteer',
  states: ['a volunteer exists for user 1'],
}

/** Has an unknown state. */
export const moon: Interaction = { description: 'a moon', states: ['a moon exists'] }
