import { expect } from 'vitest'
import type { MockOptions } from '../../src/index.js'

export const sameOptions = {
  data: 'edge-cases',
  now: Date.UTC(2027, 0, 1),
  requestLogSize: 5,
  assumptions: { 'token.endpoint': 'on' },
} satisfies MockOptions

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
