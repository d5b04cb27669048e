import type { RateLimit } from '../contract/variants.js'

/** Expired times are removed in groups of this size, because removing one copies the whole list. */
const MAX_EXPIRED = 1000

export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: () => number
  #times: number[] = []
  #first = 0

  constructor(limit: RateLimit, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  /** Accepts and counts a request, or returns the number of seconds to wait. */
  take(): number | undefined {
    const { requests, perSeconds } = this.#limit
    const now = this.#now()
    const window = perSeconds * 1000
    while (this.#first < this.#times.length && this.#times[this.#first]! <= now - window) this.#first++
    if (this.#first > MAX_EXPIRED) {
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
