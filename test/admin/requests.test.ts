import { describe, expect, it } from 'vitest'
import { ConflictError } from '../../src/index.js'
import { authorized } from '../support/ask.js'
import { createPlace, SANDBOX, V1, type ControlPlace, where } from './admin-place.js'

const JOURNAL = `${SANDBOX}/requests`

/** Sends requests to the API. */
async function request({ mock }: ControlPlace, ...paths: string[]): Promise<void> {
  for (const path of paths) await mock.fetch(authorized(path))
}

function idsOf({
  body,
}: {
  readonly body: { readonly requests: readonly { readonly id: number }[] }
}): number[] {
  return body.requests.map(({ id }) => id)
}

describe('the journal', () => {
  it('returns the newest entries, or the oldest after an entry', async () => {
    const place = createPlace()
    await request(place, ...Array.from({ length: 5 }, () => '/api/v0/roles'))
    expect(idsOf(await place.ask('GET', `${JOURNAL}?limit=2`))).toEqual([4, 5])
    expect(idsOf(await place.ask('GET', `${JOURNAL}?limit=2&after=0`))).toEqual([1, 2])
    expect(idsOf(await place.ask('GET', `${JOURNAL}?after=3`))).toEqual([4, 5])
    expect(idsOf(await place.ask('GET', `${JOURNAL}?after=5`))).toEqual([])
  })

  it.each([
    [where({ operations: 'x' }), 'did you mean "operation"?'],
    [where('1'), 'must be an object with members of an entry'],
    ['after=-1', '"after" must be a whole number'],
    ['after=x', '"after" must be a whole number'],
    ['wait=60001', '"wait" must be a whole number from 0 to 60000'],
    ['wait=1.5', '"wait" must be'],
  ])('refuses the query %s', async (query, message) => {
    const { ask } = createPlace()
    const { status, body } = await ask('GET', `${JOURNAL}?${query}`)
    expect({ status, detail: body.detail }).toEqual({ status: 400, detail: expect.stringContaining(message) })
  })
})

describe('waiting for an entry', () => {
  it('ends with the first entry that matches', async () => {
    const place = createPlace()
    await request(place, '/api/v0/roles')
    const answered = place.ask('GET', `${JOURNAL}?${where({ status: 404 })}&wait=60000`)
    const later = place.ask('GET', `${JOURNAL}?after=2&wait=60000`)
    await new Promise(setImmediate)
    await request(place, '/api/v0/roles', '/api/v0/users/none/volunteer', '/api/v0/roles')
    expect(idsOf(await answered)).toEqual([3])
    expect(idsOf(await later)).toEqual([3])
  })

  it('ends with an empty list after its timeout', async () => {
    const { ask } = createPlace()
    expect((await ask('GET', `${JOURNAL}?wait=1`)).body).toEqual({ requests: [], dropped: 0 })
    expect((await ask('GET', `${JOURNAL}?wait=0`)).body).toEqual({ requests: [], dropped: 0 })
  })

  it('ends with an error that says so when the sandbox is replaced or removed', async () => {
    const { ask, sandboxes } = createPlace()
    const ends: (() => unknown)[] = [
      () => sandboxes.create('w1', { seed: 2 }),
      () => sandboxes.restart({}),
      () => sandboxes.delete('w1'),
    ]
    for (const end of ends) {
      sandboxes.create('w1')
      const here = sandboxes.require('w1').requests.waitFor({ status: 404 })
      const remote = ask('GET', `${V1}/sandboxes/w1/requests?wait=60000`)
      await new Promise(setImmediate)
      end()
      await expect(here).rejects.toThrow(ConflictError)
      const { status, body } = await remote
      expect({ status, body }).toMatchObject({ status: 409, body: { error: 'ConflictError' } })
      expect(body.detail).toMatch(/the sandbox "w1" was (?:replaced|removed) /)
    }
  })

  it('ends when the server closes or the client gives up', async () => {
    const { ask, send, close } = createPlace()
    const closed = ask('GET', `${JOURNAL}?wait=60000`)
    const client = new AbortController()
    const abandoned = send('GET', `${JOURNAL}?wait=60000`, undefined, { signal: client.signal })
    await new Promise(setImmediate)
    client.abort()
    expect((await abandoned).status).toBe(200)
    close()
    const stopped = { status: 409, body: { error: 'ConflictError' } }
    expect(await closed).toMatchObject(stopped)
    expect(await ask('GET', `${JOURNAL}?wait=60000`)).toMatchObject(stopped)
  })
})
