import { http, HttpResponse, type HttpHandler } from 'msw'

/** A handler for `/held` that answers when the test lets it. */
export interface HeldHandler {
  readonly handler: HttpHandler
  /** Resolves when the first request has come. */
  readonly asked: Promise<void>
  readonly release: () => void
}

function deferred() {
  let resolve!: () => void
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
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
