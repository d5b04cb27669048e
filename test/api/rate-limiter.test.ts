import { expect, test } from 'vitest'
import { RateLimiter } from '../../src/api/rate-limiter.js'

test('a window has its limit again after thousands of requests in earlier windows', () => {
  let now = 0
  const limiter = new RateLimiter({ requests: 1500, perSeconds: 1 }, () => now)
  for (; now < 3000; now += 1000) {
    const waits = Array.from({ length: 1501 }, () => limiter.take())
    expect(waits.indexOf(1)).toBe(1500)
  }
})
