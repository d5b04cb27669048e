import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { RequestEntry } from '../../src/server.js'
import { heldHandler } from '../support/held-handler.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
/** Several megabytes on one page, so that no system takes all of an answer before it is read. */
const ROLES = 100_000
const pages = { roles: ROLES, assumptions: { 'roles.pageSize': 10_000 } } as const
const PIPELINED = 20

/** A stream that sends one part, and then nothing until it is cancelled. */
function endlessStream() {
  let cancel!: () => void
  const cancelled = new Promise<void>((resolve) => (cancel = resolve))
  const handler = http.get('*/endless', () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('the first part')),
      cancel,
    })
    return new HttpResponse(body)
  })
  return { handler, cancelled }
}

/** Resolves when something has come from the server. */
async function begun(connection: RawConnection): Promise<void> {
  await vi.waitUntil(() => connection.received !== '', { timeout: 10_000, interval: 1 })
}

describe.each([
  ['as it starts', {}],
  ['with handlers of the user', { handlers: [http.get('*/other', () => HttpResponse.json({}))] }],
])('a server %s', (_, options) => {
  it('goes on when a client is gone in the middle of its answers, and says so of those that it did not send', async () => {
    const log: RequestEntry[] = []
    const server = await runServer({ ...pages, ...options, onRequest: (entry) => log.push(entry) })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN]).repeat(PIPELINED))
    await begun(connection)
    connection.cut()
    await connection.closed
    expect((await fetchFrom(server, '/api/v0/users/1/volunteer')).status).toBe(200)
    await vi.waitUntil(() => log.some(({ path }) => path.includes('volunteer')))
    const statuses = log.filter(({ path }) => path === '/api/v0/roles').map(({ status }) => status)
    expect(statuses).toContain(0)
    expect(statuses.every((status) => status === 0 || status === 200)).toBe(true)
  })
})

describe('a client that is gone while a handler of the user answers', () => {
  it('ends the stream that the handler sends', async () => {
    const { handler, cancelled } = endlessStream()
    const log: number[] = []
    const server = await runServer({ handlers: [handler], onRequest: ({ status }) => log.push(status) })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /endless HTTP/1.1', [HOST]))
    await begun(connection)
    connection.cut()
    await cancelled
    await vi.waitUntil(() => log.length > 0)
    expect(log).toEqual([0])
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })

  it('does no harm when the answer comes after it', async () => {
    const { handler, asked, release } = heldHandler()
    const log: number[] = []
    const server = await runServer({ handlers: [handler], onRequest: ({ status }) => log.push(status) })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /held HTTP/1.1', [HOST]))
    await asked
    connection.cut()
    await connection.closed
    await vi.waitUntil(() => log.length > 0)
    release()
    expect(log).toEqual([0])
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })
})
