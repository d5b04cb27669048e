import type { HttpHandler } from 'msw'
import { requestOf } from '../mock/mock-request.js'
import type { MockCore } from '../mock/mock-core.js'
import { internalsOf } from '../mock/internals.js'
import { toResponse } from '../mock/to-response.js'
import { createLazyHandler } from './lazy-handler.js'

/**
 * Returns the user's own handlers, then one handler for the API. The handler for the API matches with a function, because
 * msw 2 and msw 3 have different path patterns. Every mock needs its own handler, because msw keeps state in handlers.
 */
export function createHandlers(mock: MockCore): HttpHandler[] {
  const { answer, claims, handlers } = internalsOf(mock)
  const api = createLazyHandler(claims, async (request) => {
    return toResponse(await answer(requestOf(request)), request.signal)
  })
  return [...handlers, api]
}
