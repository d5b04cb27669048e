import type { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { authorized } from '../support/ask.js'
import { createPlace, type AdminPlace } from './admin-place.js'

interface ReadEvent {
  readonly event: string
  readonly data: any // oxlint-disable-line typescript/no-explicit-any -- tests check the values
}

function parse(text: string): ReadEvent | undefined {
  const fields = Object.fromEntries(
    text.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w*):\s?(.*)$/.exec(line) ?? []
      return [name, value]
    }),
  ) as Record<string, string>
  if (fields['event'] === undefined) return undefined
  return { event: fields['event'], data: JSON.parse(fields['data']!) as unknown }
}

/** Reads server-sent events one by one. Reads nothing before the first one is wanted. */
async function* readEvents(stream: Readable): AsyncGenerator<ReadEvent, undefined> {
  let text = ''
  for await (const chunk of stream) {
    const blocks = (text + String(chunk)).split('\n\n')
    text = blocks.pop()!
    yield* blocks.flatMap((block) => parse(block) ?? [])
  }
}

/** Returns the next events. Those after the end of the stream are `undefined`. */
async function take(events: AsyncGenerator<ReadEvent>, count: number): Promise<(ReadEvent | undefined)[]> {
  const taken: (ReadEvent | undefined)[] = []
  while (taken.length < count) taken.push((await events.next()).value as ReadEvent | undefined)
  return taken
}

async function open({ follow }: AdminPlace) {
  return readEvents(await follow())
}

async function request({ mock }: AdminPlace, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await mock.fetch(authorized('/api/v0/roles'))
}

it('sends requests, changes and sandboxes of all sandboxes, to every client', async () => {
  const place = createPlace()
  place.sandboxes.create('w1')
  const streams = [await open(place), await open(place)]
  await request(place, 1)
  await place.sandboxes.require('w1').roles.create({ name: 'x' })
  for (const _ of ['created', 'unchanged']) place.sandboxes.create('w2')
  await place.sandboxes.require('w2').fetch(authorized('/api/v0/roles', 'mock-no-scopes'))
  await place.sandboxes.delete('w2')
  place.pass(3_600_000)
  place.sandboxes.evict()
  for (const stream of streams) {
    expect(await take(stream, 6)).toMatchObject([
      { event: 'request', data: { sandbox: 'default', entry: { id: 1, status: 200 } } },
      { event: 'change', data: { sandbox: 'w1', what: 'records' } },
      { event: 'sandbox', data: { name: 'w2', what: 'created' } },
      { event: 'request', data: { sandbox: 'w2', entry: { status: 403 } } },
      { event: 'sandbox', data: { name: 'w2', what: 'removed' } },
      { event: 'sandbox', data: { name: 'w1', what: 'evicted' } },
    ])
  }
})

it('does not follow a removed or replaced mock', async () => {
  const place = createPlace()
  place.sandboxes.create('w1')
  const before = place.sandboxes.require('w1')
  const stream = await open(place)
  place.sandboxes.create('w1', { seed: 2 })
  before.clock.advance(1)
  place.sandboxes.require('w1').clock.advance(1)
  const events = await take(stream, 3)
  expect(events.map((each) => each?.data.what)).toEqual(['removed', 'created', 'clock'])
})

it('sends no earlier events to a client that connects later', async () => {
  const place = createPlace()
  ;(await place.follow()).destroy()
  await request(place, 3)
  const later = await open(place)
  await request(place, 1)
  expect(await take(later, 1)).toMatchObject([{ data: { entry: { id: 4 } } }])
})

it('ends when the server closes', async () => {
  const place = createPlace()
  const next = (await open(place)).next()
  place.close()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(await (await open(place)).next()).toMatchObject({ done: true })
})

it('disconnects a client that does not read, and no other one', async () => {
  const place = createPlace({ base: { data: 'edge-cases', requestLogSize: 0 } })
  const lazy = await open(place)
  const busy = await open(place)
  for (let round = 0; round < 6; round++) {
    await request(place, 500)
    expect(await take(busy, 500)).not.toContain(undefined)
  }
  await expect(take(lazy, 3000)).rejects.toThrow('Premature close')
})
