import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMock, extendApi, InvalidOptionError, type Fault, type Mock } from '../../src/index.js'
import { connect } from '../../src/server.js'
import { ask, authorized, ROLES } from '../support/ask.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { stopClock } from '../server/stop-clock.js'

const HOLD: Fault = { operation: 'listRoles', effect: { hold: true } }

/** Sends a request, and says what has become of it. */
function send(request: Promise<Response>) {
  const seen = { status: 'waits' as string | number }
  const done = request.then(
    (response) => (seen.status = response.status),
    () => (seen.status = 'failed'),
  )
  return { seen, done }
}

function hitsOf(mock: { readonly faults: { readonly all: readonly { readonly hits: number }[] } }): number {
  return mock.faults.all[0]?.hits ?? 0
}

describe('the effect hold', () => {
  test.each(['real timers', 'fake timers'])('waits until the test releases it: %s', async (timers) => {
    if (timers === 'fake timers') vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const mock = createMock()
    const fault = mock.faults.add(HOLD)
    const { seen, done } = send(mock.fetch(authorized(ROLES)))
    expect((await mock.fetch(authorized('/api/v0/users/1/volunteer'))).status).toBe(200)
    expect([seen.status, mock.requests.count({ operation: 'listRoles' })]).toEqual(['waits', 0])
    fault.remove()
    await done
    expect(seen.status).toBe(200)
    expect(mock.requests.last()).toMatchObject({ operation: 'listRoles', fault: 'hold' })
    expect(mock.faults.all).toEqual([])
  })

  test('can be combined with another effect', async () => {
    const mock = createMock({ faults: [{ ...HOLD, effect: { hold: true, status: 503 } }] })
    const { seen, done } = send(mock.fetch(authorized(ROLES)))
    await mock.faults.release()
    await done
    expect(seen.status).toBe(503)
  })

  test.each(['mock.fetch', 'a server'])('releases requests in the opposite order: %s', async (how) => {
    const mock = createMock({ handlers: [http.get('*/own', () => HttpResponse.text(''))] })
    const server = await runServer({ mock })
    mock.faults.add({ effect: { hold: true } })
    const order: string[] = []
    const paths = [ROLES, '/own', `${ROLES}?nextPage=x`]
    const sent: Promise<unknown>[] = []
    for (const [index, path] of paths.entries()) {
      const request = how === 'a server' ? fetchFrom(server, path) : mock.fetch(authorized(path))
      sent.push(request.then(() => order.push(path)))
      await vi.waitFor(() => expect(hitsOf(mock)).toBe(index + 1))
    }
    await mock.faults.release({ order: 'reverse' })
    await Promise.all(sent)
    expect(order).toEqual(paths.toReversed())
  })

  test.each<[string, 200 | 'failed', (mock: Mock, client: AbortController) => unknown]>([
    ['remove', 200, ({ faults }) => faults.remove(faults.all[0]!.id)],
    ['clear', 200, ({ faults }) => faults.clear()],
    ['the client', 'failed', (_, client) => client.abort()],
    // The held request belongs to the test before.
    ['reset', 'failed', (mock) => mock.reset()],
  ])('ends with %s', async (what, status, end) => {
    const mock = createMock({ faults: [HOLD] })
    const client = new AbortController()
    const { seen, done } = send(mock.fetch(authorized(ROLES), { signal: client.signal }))
    await end(mock, client)
    await done
    expect(seen.status).toBe(status)
    expect(mock.requests.count()).toBe(what === 'reset' ? 0 : 1)
  })

  test('ends with its sandbox and its server, and can be released over HTTP', async () => {
    const server = await runServer({ handlers: [http.get('*/own', () => HttpResponse.text(''))] })
    const remote = await connect(server.url)
    const mock = await remote.createSandbox('a')
    const fault = await mock.faults.add(HOLD)
    const released = send(fetchFrom(server, '/~a/api/v0/roles'))
    await vi.waitFor(async () => expect((await mock.faults.all)[0]?.hits).toBe(1))
    await fault.remove()
    await released.done
    await mock.faults.add({ effect: { hold: true } })
    const deleted = send(fetchFrom(server, '/~a/api/v0/roles'))
    await vi.waitFor(async () => expect((await mock.faults.all)[0]?.hits).toBe(1))
    await remote.deleteSandbox('a')
    await deleted.done
    server.mock.faults.add({ effect: { hold: true } })
    server.mock.faults.add({ operation: 'GET /own', effect: { hang: true } })
    const closed = [ROLES, '/own'].map((path) => send(fetchFrom(server, path)))
    await vi.waitFor(() => expect(hitsOf(server.mock)).toBe(2))
    await server.close()
    await Promise.all(closed.map(({ done }) => done))
    const statuses = [released, deleted, ...closed].map(({ seen }) => seen.status)
    expect(statuses).toEqual([200, 'failed', 'failed', 'failed'])
  })

  const together: Fault[][] = [
    [{ effect: { delay: 100_000, hold: true } }],
    [{ effect: { delay: 100_000 } }, { effect: { hold: true } }],
  ]

  test.each<[string, 200 | 'failed', (mock: Mock) => unknown]>([
    ['release', 200, ({ faults }) => faults.release()],
    ['remove', 200, ({ faults }) => faults.all.map(({ id }) => faults.remove(id))],
    ['clear', 200, ({ faults }) => faults.clear()],
    ['reset', 'failed', (mock) => mock.reset()],
  ])('does not begin after its delay if it has ended with %s', async (_, status, end) => {
    stopClock()
    for (const faults of together) {
      const mock = createMock({ handlers: [http.get('*/own', () => HttpResponse.text(''))] })
      const server = await runServer({ mock })
      for (const fault of faults) mock.faults.add(fault)
      const sent = [ROLES, '/own'].flatMap((path) => [mock.fetch(authorized(path)), fetchFrom(server, path)])
      const requests = sent.map(send)
      await vi.waitFor(() => expect(hitsOf(mock)).toBe(4))
      const ended = end(mock)
      vi.advanceTimersByTime(100_000)
      await ended
      await Promise.all(requests.map(({ done }) => done))
      expect(requests.map(({ seen }) => seen.status)).toEqual(requests.map(() => status))
    }
  })

  test('a request that only waits for its delay ends with reset, and changes nothing', async () => {
    const extend = extendApi().operation('rename', 'POST /api/v0/rename', {}, ({ records }) =>
      records.roles.update('1', { name: 'late' }),
    )
    const handlers = [http.get('*/own', () => HttpResponse.text(''))]
    const mock = createMock({ extend, handlers, faults: [{ effect: { delay: 100_000 } }] })
    const requests = [
      send(mock.fetch(authorized('/api/v0/rename'), { method: 'POST' })),
      send(mock.fetch(authorized('/own'))),
    ]
    await vi.waitFor(() => expect(hitsOf(mock)).toBe(2))
    await mock.reset()
    await Promise.all(requests.map(({ done }) => done))
    expect(requests.map(({ seen }) => seen.status)).toEqual(['failed', 'failed'])
    expect(mock.roles.find('1')!.name).not.toBe('late')
    expect(mock.requests.count()).toBe(0)
  })

  test('ends with its sandbox and its server before its delay', async () => {
    stopClock()
    const faults = [{ effect: { delay: 100_000, hold: true } }] as const
    const server = await runServer({ faults, handlers: [http.get('*/own', () => HttpResponse.text(''))] })
    const remote = await connect(server.url)
    const mock = await remote.createSandbox('a')
    const deleted = send(fetchFrom(server, '/~a/api/v0/roles'))
    await vi.waitFor(async () => expect((await mock.faults.all)[0]?.hits).toBe(1))
    await remote.deleteSandbox('a')
    await deleted.done
    const closed = [ROLES, '/own'].map((path) => send(fetchFrom(server, path)))
    await vi.waitFor(() => expect(hitsOf(server.mock)).toBe(2))
    await server.close()
    await Promise.all(closed.map(({ done }) => done))
    expect([deleted, ...closed].map(({ seen }) => seen.status)).toEqual(['failed', 'failed', 'failed'])
  })

  test('refuses unknown options', async () => {
    const mock = createMock()
    await expect(mock.faults.release({ order: 'revers' as never })).rejects.toThrow(InvalidOptionError)
  })
})

test.each([
  [{ html: true } as const, 200],
  [{ html: true, status: 502 } as const, 502],
])('the effect html %j sends a page with the status %i', async (effect, status) => {
  const mock = createMock({ faults: [{ when: { first: 1 }, effect }] })
  const response = await mock.fetch(authorized(ROLES))
  expect([response.status, response.headers.get('content-type')]).toEqual([
    status,
    'text/html; charset=utf-8',
  ])
  expect(await response.text()).toMatch(/^<!doctype html>/)
  expect((await ask(mock, ROLES)).status).toBe(200)
})
