import { expect } from 'vitest'
import type { FaultEffect, Mock } from '../../src/index.js'
import { authorized, BASE } from './ask.js'

/** An effect of each kind that a client notices, by name. */
export const noticedEffects: readonly (readonly [name: string, effect: FaultEffect])[] = [
  ['status', { status: 503, retryAfter: 1 }],
  ['truncateBody', { truncateBody: 3 }],
  ['invalidJson', { invalidJson: true }],
  ['dropConnection', { dropConnection: true }],
]

/** A mock, also one with an extension. */
interface Faulty {
  readonly fetch: Mock['fetch']
  readonly requests: { last(): unknown }
  readonly faults: { add(fault: never): unknown }
}

/** Adds a fault with an effect for one request to a path, and expects what the client notices: with `mock.fetch` and on a server. */
export async function expectEffect(
  mock: Faulty,
  { url }: { readonly url: string },
  { path, operation }: { readonly path: string; readonly operation: string },
  [name, effect]: (typeof noticedEffects)[number],
): Promise<void> {
  const normal = await (await mock.fetch(authorized(path))).text()
  const onServer = (given: Request) => fetch(new Request(given.url.replace(BASE, url), given))
  for (const send of [mock.fetch, onServer]) {
    mock.faults.add({ operation, when: { nth: 1 }, effect } as never)
    const seen = await send(authorized(path)).then(
      async (response) => [response.status, await response.text().catch(() => 'failed')],
      () => ['dropped'],
    )
    const expected = {
      status: [503, expect.stringContaining('"code":"fault"')],
      truncateBody: [200, 'failed'],
      invalidJson: [200, normal.slice(0, -1)],
      dropConnection: ['dropped'],
    }
    expect(seen).toEqual(expected[name as keyof typeof expected])
    const fault = expect.stringContaining(name) as string
    expect(mock.requests.last()).toMatchObject({ operation, fault })
    expect(await (await send(authorized(path))).text()).toBe(normal)
  }
}
