import { describe, expect, it } from 'vitest'
import { like, providerStates as states } from '../../../src/pact.js'
import { ForbiddenError, UnauthorizedError, type Client } from './client.js'
import { addSuccess, fromState, addRefusal, rolesPath } from './reference-pact.js'

const cursor = 'cursor-to-the-page'
const nextCursor = 'cursor-to-the-next-page'
const list = (client: Client) => client.listRoles()
const listFromCursor = (client: Client) => client.listRoles({ nextPage: cursor })

const role = { id: '101', name: 'registration-staff' }

/** Three pages: two roles, two roles, and one. */
const threePages = states.rolesExist({ count: 5, pageSize: 2 })

/** What the reference consumer does with the list of roles. */
export function roles(): void {
  describe('the roles', () => {
    it('come in pages, and the first page has a cursor', async () => {
      const page = await addSuccess(
        {
          description: 'a request for the first page of roles',
          given: [threePages],
          request: rolesPath(),
          body: like.rolePage({ next: 'cursor' }),
        },
        list,
      )
      expect(page).toEqual({ roles: [role], nextPage: nextCursor })
    })

    it('have a second page for this cursor', async () => {
      const page = await addSuccess(
        {
          description: 'a request for the second page of roles',
          given: [threePages, states.cursorToPage({ page: 2 })],
          request: rolesPath(cursor),
          // Exactly this cursor: a provider that ignores `nextPage` returns the cursor of the first page.
          body: { ...like.rolePage({ next: 'cursor' }), nextPage: fromState('${nextCursor}', nextCursor) },
        },
        listFromCursor,
      )
      expect(page).toEqual({ roles: [role], nextPage: nextCursor })
    })

    it.each(['null', 'absent'] as const)('end when the cursor is %s', async (next) => {
      const page = await addSuccess(
        {
          description: `a request for the last page of roles, whose cursor is ${next}`,
          given: [threePages, states.lastPage({ nextPage: next })],
          request: rolesPath(cursor),
          body: like.rolePage({ next }),
        },
        listFromCursor,
      )
      expect(page).toEqual({ roles: [role], nextPage: undefined })
    })

    it.each([
      { what: 'an empty list', as: 'array', data: 'empty', next: 'null' },
      { what: 'null', as: 'null', data: 'null', next: 'absent' },
      { what: 'absent', as: 'absent', data: 'absent', next: 'absent' },
    ] as const)('can be empty, shown as $what', async ({ what, as, data, next }) => {
      const page = await addSuccess(
        {
          description: `a request for the roles where there are none, shown as ${what}`,
          given: [states.noRolesExist({ as }), states.lastPage({ nextPage: next })],
          request: rolesPath(),
          body: like.rolePage({ next, data }),
        },
        list,
      )
      expect(page).toEqual({ roles: [], nextPage: undefined })
    })
  })

  describe('the roles are refused', () => {
    it.each([
      { why: 'without a credential', given: [], credential: false },
      { why: 'with an unknown token', given: [states.tokenIsInvalid()] },
      { why: 'with an expired token', given: [states.tokenIsExpired()] },
    ])('$why', async ({ why, given, credential = true }) => {
      const error = await addRefusal(
        {
          description: `a request for the roles ${why}`,
          given,
          request: rolesPath(),
          credential,
          status: 401,
        },
        list,
      )
      expect(error).toBeInstanceOf(UnauthorizedError)
    })

    it('with a token of another scope', async () => {
      const error = await addRefusal(
        {
          description: 'a request for the roles with a token of another scope',
          given: [states.tokenHasScope({ scope: 'volunteer:read' })],
          request: rolesPath(),
          status: 403,
        },
        list,
      )
      expect(error).toBeInstanceOf(ForbiddenError)
    })
  })
}
