import type { HttpHandler } from 'msw'
import { requestOf } from '../mock/mock-request.js'
import type { MockCore } from '../mock/mock-core.js'
import { internalsOf } from '../mock/internals.js'
import { createLazyHandler } from './lazy-handler.js'

/**
 * Returns the user's own handlers, then one for the API. That one matches with a function, because paths of msw 2 and msw 3
 * differ. Every mock needs its own, because msw keeps state in handlers.
 */
export function createHandlers(mock: MockCore): HttpHandler[] {
  const { answer, claims, handlers } = internalsOf(mock)
  const api = createLazyHandler(claims, async (request) => {
    const { body, status, headers } = await answer(requestOf(request))
    return new Response(body, { status, headers })
  })
  return [...handlers, api]
}
