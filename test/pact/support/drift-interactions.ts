import type { Interaction } from './pacts.js'

// For a service that differs from the mock in its last page and in invalid cursors.

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
