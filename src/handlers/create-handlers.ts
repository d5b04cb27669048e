import type { HttpHandler } from 'msw'
import { requestOf, type MockCore } from '../mock/create-mock.js'
import { internalsOf } from '../mock/internals.js'
import { createLazyHandler } from './lazy-handler.js'

/**
 * The user's own handlers, then one for the API. It matches by a predicate of ours, because msw's paths differ between
 * its majors, and match what the document does not have. It is made anew for every mock: msw keeps state in a handler.
 */
export function createHandlers(mock: MockCore): HttpHandler[] {
  const { answer, claims, handlers } = internalsOf(mock)
  const api = createLazyHandler(claims, async (request) => {
    const { body, status, headers } = await answer(requestOf(request))
    return new Response(body, { status, headers })
  })
  return [...handlers, api]
}
