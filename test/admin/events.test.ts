import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authorized } from '../support/ask.js'
import { createPlace, V1, type ControlPlace } from './admin-place.js'
import { StreamReader } from './event-reader.js'

const EVENTS = `${V1}/events`

// The ids of events start with the time.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => vi.useRealTimers())

async function open({ send }: ControlPlace, lastEventId?: number | string): Promise<StreamReader> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }
  const response = await send('GET', EVENTS, undefined, { headers })
  expect(response.status).toBe(200)
  return new StreamReader(response)
}

async function request({ mock }: ControlPlace, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await mock.fetch(authorized('/api/v0/roles'))
}

it('sends requests, changes and sandboxes of all sandboxes, with increasing ids', async () => {
  const place = createPlace()
  place.sandboxes.create('w1')
  const stream = await open(place)
  await request(place, 1)
  await place.sandboxes.require('w1').roles.create({ name: 'x' })
  for (const _ of ['created', 'unchanged']) place.sandboxes.create('w2')
  await place.sandboxes.require('w2').fetch(authorized('/api/v0/roles', 'mock-no-scopes'))
  await place.sandboxes.delete('w2')
  place.pass(3_600_000)
  place.sandboxes.evict()
  const events = await stream.take(6)
  expect(events).toMatchObject([
    { id: 1, event: 'request', data: { sandbox: 'default', entry: { id: 1, status: 200 } } },
    { id: 2, event: 'change', data: { sandbox: 'w1', what: 'records' } },
    { id: 3, event: 'sandbox', data: { name: 'w2', what: 'created' } },
    { id: 4, event: 'request', data: { sandbox: 'w2', entry: { status: 403 } } },
    { id: 5, event: 'sandbox', data: { name: 'w2', what: 'removed' } },
    { id: 6, event: 'sandbox', data: { name: 'w1', what: 'evicted' } },
  ])
})

it('does not follow a removed or replaced mock', async () => {
  const place = createPlace()
  place.sandboxes.create('w1')
  const before = place.sandboxes.require('w1')
  const stream = await open(place)
  place.sandboxes.create('w1', { seed: 2 })
  before.clock.advance(1)
  place.sandboxes.require('w1').clock.advance(1)
  const events = await stream.take(3)
  expect(events.map((each) => each?.data.what)).toEqual(['removed', 'created', 'clock'])
})

describe('Last-Event-ID', () => {
  it('returns the events that the client has missed', async () => {
    const place = createPlace()
    const first = await open(place)
    await request(place, 3)
    expect(await first.next()).toMatchObject({ id: 1 })
    await first.cancel()
    await request(place, 2)
    const again = await open(place, 1)
    expect((await again.take(4)).map((each) => each?.id)).toEqual([2, 3, 4, 5])
    await request(place, 1)
    expect(await again.next()).toMatchObject({ id: 6 })
  })

  it('first returns an event "lost" if the log no longer has all of them', async () => {
    const place = createPlace()
    await (await open(place)).cancel()
    await request(place, 1005)
    const exact = await open(place, 5)
    expect(await exact.next()).toMatchObject({ id: 6, event: 'request' })
    const late = await open(place, 4)
    expect(await late.take(2)).toMatchObject([{ event: 'lost' }, { id: 6, event: 'request' }])
  })

  it.each([50, 500])('of an earlier process is lost: %i', async (id) => {
    vi.setSystemTime(100)
    const place = createPlace()
    const stream = await open(place, id)
    await request(place, 1)
    expect(await stream.take(2)).toMatchObject([{ id: undefined, event: 'lost', data: {} }, { id: 101 }])
  })

  it('must be a number', async () => {
    const { send } = createPlace()
    for (const id of ['x', '-1', '1.5', '9'.repeat(16)]) {
      expect((await send('GET', EVENTS, undefined, { headers: { 'last-event-id': id } })).status).toBe(400)
    }
  })
})

it('ends when the server closes', async () => {
  const place = createPlace()
  const stream = await open(place)
  const next = stream.next()
  place.close()
  expect(await next).toBeUndefined()
  expect(await (await open(place)).next()).toBeUndefined()
})

it('has no body for HEAD', async () => {
  const { send } = createPlace()
  const { status, headers, body } = await send('HEAD', EVENTS)
  expect([status, headers.get('content-type'), body]).toEqual([200, 'text/event-stream', null])
})

it('ends a client that does not read, and keeps at most 1,000 events', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const place = createPlace({ base: { scenario: 'personas', maxRequests: 0 } })
  const lazy = await open(place)
  const busy = await open(place)
  const seen: (number | undefined)[] = []
  await request(place, 1000)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let round = 0; round < 4; round++) {
    seen.push(...(await busy.take(1000)).map((each) => each?.id))
    await request(place, 1000)
  }
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000)
  expect(seen).toEqual(Array.from({ length: 4000 }, (_, index) => index + 1))
  const rest = await lazy.take(5)
  expect(rest.at(-1)).toBeUndefined()
})
