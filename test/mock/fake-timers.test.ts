import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { createMock as create } from '../../src/index.js'
import { authorized, ROLES } from '../support/ask.js'

/** `performance` has a timer, but its time stays real, so that the test can measure. */
const toFake = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Date'] as const

describe.each([
  ['before conmock is imported', true],
  ['after conmock is imported', false],
])('with fake timers that are on %s,', (_, isBefore) => {
  let createMock: typeof create

  beforeAll(async () => {
    vi.resetModules()
    if (isBefore) vi.useFakeTimers({ toFake: [...toFake] })
    ;({ createMock } = await import('../../src/index.js'))
    vi.useRealTimers()
  })
  beforeEach(() => void vi.useFakeTimers({ toFake: [...toFake] }))
  afterEach(() => void vi.useRealTimers())

  test('a delay ends', async () => {
    const mock = createMock({ faults: [{ effect: { delay: 30 } }] })
    const start = performance.now()
    expect((await mock.fetch(authorized(ROLES))).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThanOrEqual(29)
    expect(mock.requests.last()!.durationMs).toBeGreaterThanOrEqual(29)
  })

  test('a body that is cut off fails', async () => {
    const mock = createMock({ faults: [{ effect: { truncateBody: 5 } }] })
    await expect((await mock.fetch(authorized(ROLES))).text()).rejects.toThrow('terminated')
  })

  test('waitFor resolves with a later request, and rejects after its time limit', async () => {
    const mock = createMock()
    const waiting = mock.requests.waitFor({ status: 200 })
    await mock.fetch(authorized(ROLES))
    expect(await waiting).toMatchObject({ operation: 'listRoles' })
    await expect(mock.requests.waitFor({ status: 500 }, { timeout: 2.5 })).rejects.toThrow('within 2.5 ms')
  })
})
