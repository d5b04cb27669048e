import { expect } from 'vitest'
import type { MockOptions } from '../../../src/index.js'
import type { RemoteMock } from '../../../src/server.js'

/** The options of both mocks. */
export const sameOptions = {
  data: 'edge-cases',
  now: Date.UTC(2027, 0, 1),
  requestLogSize: 5,
  assumptions: { 'token.endpoint': 'on' },
} satisfies MockOptions

/** A test that returns what it has seen, so that two mocks can be compared. */
export type Body = (mock: RemoteMock) => Promise<unknown>

/** Returns the error of a call: its class, and all of its members. Fails if the call does not throw. */
export async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    const { name, message, constructor, ...more } = error as Error
    expect(constructor.name).toBe(name)
    return { class: constructor, name, message, ...more }
  }
  return expect.fail('nothing was thrown')
}

/** Returns the errors of several calls. */
export async function errorsOf(calls: readonly (() => unknown)[]): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const call of calls) errors.push(await errorOf(call))
  return errors
}

/** Removes from entries of the request log what differs in each run. */
export function comparable(entries: readonly object[]): object[] {
  return entries.map((entry) => ({ ...entry, time: 0, durationMs: 0, sandbox: '' }))
}
