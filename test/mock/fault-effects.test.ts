import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMock, type FaultEffect, type Mock, type MockOptions } from '../../src/index.js'
import { ask, authorized, ROLES, tokenRequest } from '../support/ask.js'
import { runs } from '../support/property.js'

function faulty(effect: FaultEffect, options: MockOptions = {}): Mock {
  return createMock({ ...options, faults: [{ effect }] })
}

describe('the effect status', () => {
  test('has a challenge with 401', async () => {
    const { headers } = await faulty({ status: 401 }).fetch(authorized(ROLES))
    expect(headers.get('www-authenticate')).toBe('Bearer realm="conmock"')
    expect(headers.has('retry-after')).toBe(false)
  })

  test('has no body in the response to HEAD, only its length', async () => {
    const mock = faulty({ status: 503 })
    const body = await (await mock.fetch(authorized(ROLES))).text()
    const head = await mock.fetch(new Request(authorized(ROLES), { method: 'HEAD' }))
    expect(head.status).toBe(503)
    expect(head.headers.get('content-length')).toBe(String(body.length))
    expect(await head.text()).toBe('')
  })
})

test.each<[FaultEffect, string, number]>([
  [{ status: 503 }, 'status=503', 503],
  [{ dropConnection: true }, 'dropConnection', 0],
  [{ truncateBody: 5 }, 'truncateBody=5', 200],
  [{ invalidJson: true }, 'invalidJson', 200],
])('%o is in the request log, and is not in the coverage', async (effect, fault, status) => {
  const mock = faulty(effect)
  await mock.fetch(authorized(ROLES)).catch(() => undefined)
  expect(mock.requests.last()).toMatchObject({
    operation: 'listRoles',
    status,
    token: 'mock-all-scopes',
    fault,
  })
  expect(mock.coverage()).toMatchObject({ answers: [], percent: 0 })
})

test('truncateBody is the number of bytes that the client gets', async () => {
  const reader = (await faulty({ truncateBody: 5 }).fetch(authorized(ROLES))).body!.getReader()
  expect((await reader.read()).value).toHaveLength(5)
  await expect(reader.read()).rejects.toThrow(TypeError)
})

describe('a response', () => {
  test('that is only delayed counts in the coverage', async () => {
    const mock = faulty({ delay: 1 })
    expect((await ask(mock, ROLES)).status).toBe(200)
    expect(mock.coverage().answers).toMatchObject([{ operation: 'listRoles', status: 200, count: 1 }])
    expect(mock.requests.last()).toMatchObject({ fault: 'delay=1', refusal: undefined })
  })

  test.each<[string, FaultEffect, string, note: string]>([
    ['without a body', { invalidJson: true }, 'HEAD', 'it has no body'],
    ['without a body', { truncateBody: 1 }, 'HEAD', 'it has no body'],
    ['that is shorter', { truncateBody: 1_000_000 }, 'GET', 'its body is shorter'],
  ])('%s stays whole, which the request log notes, with %j', async (_, effect, method, note) => {
    const mock = faulty(effect)
    const response = await mock.fetch(new Request(authorized(ROLES), { method }))
    const body = await response.text()
    expect(body).toBe(method === 'HEAD' ? '' : await (await createMock().fetch(authorized(ROLES))).text())
    expect(response.headers.has('conmock-fault')).toBe(true)
    expect(mock.requests.last()!.note).toBe(`The fault could not change this response: ${note}.`)
    expect(mock.coverage().answers).toHaveLength(method === 'HEAD' ? 0 : 1)
  })

  test('of the token endpoint can fail', async () => {
    const mock = faulty({ invalidJson: true }, { assumptions: { 'token.endpoint': 'on' } })
    const response = await mock.fetch(tokenRequest())
    await expect(response.json()).rejects.toThrow(SyntaxError)
    expect(mock.requests.last()).toMatchObject({ operation: 'token', status: 200, fault: 'invalidJson' })
  })
})

async function delays(mock: Mock, count = 8): Promise<number[]> {
  const all = await Promise.all(Array.from({ length: count }, () => mock.fetch(authorized(ROLES))))
  return all.map(({ headers }) => Number(/^delay=(\d+)$/.exec(headers.get('conmock-fault')!)![1]))
}

/** The delays of requests with the last of some faults, after the others were removed. */
async function delaysOfLast(seed: number, effects: FaultEffect[]): Promise<number[]> {
  const mock = createMock({ seed, faults: effects.map((effect) => ({ effect })) })
  for (const { id } of mock.faults.all.slice(0, -1)) mock.faults.remove(id)
  return delays(mock, 40)
}

describe('a delay', () => {
  test('in a range stays in it, and the seed decides it', async () => {
    const range = fc.tuple(fc.nat(5), fc.nat(5)).map(([low, more]): [number, number] => [low, low + more])
    await fc.assert(
      fc.asyncProperty(range, fc.nat(), async ([low, high], seed) => {
        const create = () => faulty({ delay: [low, high] }, { seed })
        const mock = create()
        const all = await delays(mock)
        expect(all.every((ms) => Number.isInteger(ms) && ms >= low && ms <= high)).toBe(true)
        expect(await delays(create())).toEqual(all)
        await mock.reset()
        expect(await delays(mock)).toEqual(all)
      }),
      runs(20),
    )
  })

  test('in a range differs between requests, seeds and faults, and reaches both ends', async () => {
    const range: FaultEffect = { delay: [0, 3] }
    const first = await delaysOfLast(1, [range])
    expect(new Set(first)).toEqual(new Set([0, 1, 2, 3]))
    expect(await delaysOfLast(2, [range])).not.toEqual(first)
    expect(await delaysOfLast(1, [range, range])).not.toEqual(first)
  })
})

test.each<FaultEffect>([{ delay: 60_000 }, { hang: true }, { hang: true, delay: 1 }, { hold: true }])(
  'a client that gives up during %j gets the reason of its signal',
  async (effect) => {
    const mock = faulty(effect)
    const controller = new AbortController()
    const reason = new Error('the page was closed')
    const answer = mock.fetch(authorized(ROLES), { signal: controller.signal })
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    const entries = mock.requests.all()
    expect(entries).toMatchObject([{ status: 0, operation: 'listRoles', token: 'mock-all-scopes' }])
    // The test wanted this, so `strict` does not call it a refusal.
    expect(entries[0]!.refusal).toBeUndefined()
    expect(entries[0]!.fault).toMatch(new RegExp(Object.keys(effect)[0]!))
    expect(mock.coverage().percent).toBe(0)
  },
)
