import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { deferred } from '../support/deferred.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
/** A handler with a stream that sends one part, and does not end until it is canceled. */
function endlessStream() {
  const canceled = deferred()
  const handler = http.get('*/endless', () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('the first part')),
      cancel: canceled.resolve,
    })
    return new HttpResponse(body)
  })
  return { handler, canceled: canceled.promise }
}

/** Resolves when the server has sent something. */
async function begun(connection: RawConnection): Promise<void> {
  await vi.waitUntil(() => connection.received !== '', { timeout: 10_000, interval: 1 })
}

describe('a client that disconnects while a handler of the user answers', () => {
  it('cancels the stream of the handler', async () => {
    const { handler, canceled } = endlessStream()
    const server = await runServer({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /endless HTTP/1.1', [HOST]))
    await begun(connection)
    connection.cut()
    await canceled
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })
})
