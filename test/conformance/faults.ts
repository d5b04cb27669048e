import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { FaultEffect } from '../../src/index.js'
import { connect, ROLES, volunteerPath, type Client } from './client.js'
import type { Transport } from './transports.js'

/** What the client gets for a fault of its first request, and the header `Conmock-Fault`. */
export function faultSuite(transport: Transport): void {
  function connectWith(effect: FaultEffect): Promise<Client> {
    return connect(transport, { faults: [{ when: { first: 1 }, effect }] })
  }

  describe('a fault', () => {
    it('gives a response the status of an error, and a time to retry', async () => {
      const { get } = await connectWith({ status: 503, retryAfter: 1 })
      const response = await get(ROLES)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('1')
      expect(response.headers.get('conmock-fault')).toBe('status=503')
      expect(await response.json()).toMatchObject({ code: 'fault' })
      expect((await get(ROLES)).status).toBe(200)
    })

    it('delays a response', async () => {
      const { get } = await connectWith({ delay: 20 })
      const start = performance.now()
      const response = await get(ROLES)
      expect(performance.now() - start).toBeGreaterThan(18)
      expect(response.headers.get('conmock-fault')).toBe('delay=20')
      expect(await response.json()).toHaveProperty('nextPage')
    })

    it('drops the connection', async () => {
      // For all requests, because browsers repeat a GET if a connection that they have used before is reset.
      const { get } = await connect(transport, { faults: [{ effect: { dropConnection: true } }] })
      await expect(get(ROLES)).rejects.toThrow(TypeError)
    })

    it.each([0, 10])('ends a body after %i bytes', async (truncateBody) => {
      const { get } = await connectWith({ truncateBody })
      const response = await get(ROLES)
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow(TypeError)
      expect(await (await get(ROLES)).json()).toHaveProperty('nextPage')
    })

    it('sends invalid JSON', async () => {
      const { get } = await connectWith({ invalidJson: true })
      await expect((await get(ROLES)).json()).rejects.toThrow(SyntaxError)
    })

    it('never answers, until the client gives up', async () => {
      const { fetch, get } = await connectWith({ hang: true })
      await expect(fetch(ROLES, { signal: AbortSignal.timeout(100) })).rejects.toThrow(/abort|timed? ?out/i)
      expect((await get(ROLES)).status).toBe(200)
    })

    it('is counted for each operation', async () => {
      const { get } = await connectWith({ status: 500 })
      const paths = [ROLES, ROLES, volunteerPath('1'), volunteerPath('1')]
      const statuses: number[] = []
      for (const path of paths) statuses.push((await get(path)).status)
      expect(statuses).toEqual([500, 200, 500, 200])
    })
  })

  describe('the request log', () => {
    it('has a request as soon as the client has its response', async () => {
      const { get, mock } = await connect(transport)
      for (let number = 1; number <= 20; number++) {
        const path = volunteerPath(String(number))
        await get(path)
        // Across origins, there are also entries of preflights.
        expect(mock.requests.all().at(-1)).toMatchObject({ method: 'GET', path, status: 200 })
      }
    })
  })
}

/** A network error that a handler of the user returns. Not for pages with a mock in another process. */
export function networkErrorSuite(transport: Transport): void {
  it(`HttpResponse.error() of an own handler is a network error over ${transport.name}`, async () => {
    const handlers = [http.get(`*${ROLES}`, () => HttpResponse.error())]
    const { get } = await connect(transport, { handlers })
    await expect(get(ROLES)).rejects.toThrow(TypeError)
    expect((await get(volunteerPath('1'))).status).toBe(200)
  })
}
