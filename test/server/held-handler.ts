import { http, HttpResponse, type HttpHandler } from 'msw'
import { deferred } from '../support/deferred.js'

/** A handler for `/held` that waits for the test before it answers. */
export interface HeldHandler {
  readonly handler: HttpHandler
  /** Resolves when the handler gets its first request. */
  readonly asked: Promise<void>
  readonly release: () => void
}

export function heldHandler(): HeldHandler {
  const asked = deferred()
  const released = deferred()
  const handler = http.get('*/held', async () => {
    asked.resolve()
    await released.promise
    return HttpResponse.json({ held: true })
  })
  return { handler, asked: asked.promise, release: released.resolve }
}
