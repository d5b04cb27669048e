import { http, HttpResponse } from 'msw'
import { deferred } from '../support/deferred.js'

/** Returns a handler for `/held` that waits for the test before it answers. `asked` resolves at its first request. */
export function heldHandler() {
  const asked = deferred()
  const released = deferred()
  const handler = http.get('*/held', async () => {
    asked.resolve()
    await released.promise
    return HttpResponse.json({ held: true })
  })
  return { handler, asked: asked.promise, release: released.resolve }
}
