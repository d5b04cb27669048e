import type { RateLimit } from '../contract/variants.js'

/** Times that count no more are dropped together: one by one would cost as much as there are. */
const MAX_PASSED = 1000

/** Counts requests in a window that slides. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: () => number
  /** When the last requests that were let through came. */
  #times: number[] = []
  /** The place of the first that still counts. */
  #first = 0

  /** @param now The time, in milliseconds since 1970. */
  constructor(limit: RateLimit, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  /** Lets a request through, and counts it; or gives the whole seconds after which one may come again. */
  take(): number | undefined {
    const { requests, perSeconds } = this.#limit
    const now = this.#now()
    const window = perSeconds * 1000
    while (this.#first < this.#times.length && this.#times[this.#first]! <= now - window) this.#first++
    if (this.#first > MAX_PASSED) {
      this.#times = this.#times.slice(this.#first)
      this.#first = 0
    }
    if (this.#times.length - this.#first < requests) {
      this.#times.push(now)
      return undefined
    }
    return Math.max(1, Math.ceil((this.#times[this.#first]! + window - now) / 1000))
  }
}
