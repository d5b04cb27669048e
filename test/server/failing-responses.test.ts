import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ServerOptions } from '../../src/server.js'
import { createMock } from '../../src/index.js'
import { heldHandler } from './held-handler.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { bearer, fetchFrom, runServer } from '../support/running-server.js'

/** Starts a server, and returns it with a function that waits for the entry at a position, counted from 1. */
async function startLogging(options: ServerOptions = {}) {
  const server = await runServer(options)
  return { server, entry: (number = 1) => server.mock.requests.waitFor(({ id }) => id === number) }
}

function failingStream(chunks: number): ReadableStream<Uint8Array> {
  let left = chunks
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new TextEncoder().encode('part'))
      else controller.error(new Error('secret of the stream'))
    },
  })
}

describe('the request log of a server has an entry', () => {
  it.each([
    ['fails immediately', () => failingStream(0)],
    ['fails after its first bytes', () => failingStream(1)],
    [
      'does not consist of bytes',
      () => new ReadableStream({ start: (controller) => controller.enqueue({}) }),
    ],
  ])('for a handler with a stream that %s, and nothing is printed', async (_what, body) => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => stderr.mockRestore())
    const { server, entry } = await startLogging({
      handlers: [http.get('*/stream', () => new HttpResponse(body()))],
    })
    await expect(fetchFrom(server, '/stream').then((response) => response.text())).rejects.toThrow(TypeError)
    // The entry is recorded before the response is sent.
    expect(await entry()).toMatchObject({ path: '/stream', status: 200 })
    expect(stderr).not.toHaveBeenCalled()
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })

  it.each([
    ['returns NaN', () => Number.NaN, /^"now" must return milliseconds .*, but returned "?NaN"?$/],
    [
      'fails',
      () => {
        throw new Error('no battery')
      },
      /^"now" must return milliseconds since 1970, but it failed: Error: no battery$/,
    ],
  ])('for a clock that %s', async (_what, now, refusal) => {
    const mock = createMock({ now })
    const { server, entry } = await startLogging({ mock })
    // The time decides whether this token has expired.
    const headers = bearer('mock-expired')
    expect((await fetchFrom(server, '/api/v0/roles', { headers })).status).toBe(500)
    expect((await entry()).refusal?.detail).toMatch(refusal)
  })

  it('for a Response that a handler returns twice', async () => {
    const once = new Response('once')
    const { server, entry } = await startLogging({ handlers: [http.get('*/own', () => once)] })
    expect(await (await fetchFrom(server, '/own')).text()).toBe('once')
    const again = await fetchFrom(server, '/own')
    expect(again.status).toBe(500)
    expect((await entry(2)).refusal?.detail).toMatch(/^one of your handlers failed: TypeError: .*body/i)
  })

  it('but none for a client that left while a fault held its request to a custom handler', async () => {
    const { handler } = heldHandler()
    const faults = [{ operation: 'GET /held', effect: { hold: true } }] as const
    const { server } = await startLogging({ handlers: [handler], faults })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /held HTTP/1.1', ['Host: conmock']))
    connection.cut()
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
    expect(server.mock.requests.all().map(({ path }) => path)).toEqual(['/api/v0/roles'])
  })
})
