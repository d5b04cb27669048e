import type { RateLimit } from '../contract/variants.js'

/** Counts requests in a window that slides. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: () => number
  /** When the last requests that were let through came. */
  #times: number[] = []

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
    this.#times = this.#times.filter((time) => time > now - window && time <= now)
    if (this.#times.length < requests) {
      this.#times.push(now)
      return undefined
    }
    return Math.max(1, Math.ceil((this.#times[0]! + window - now) / 1000))
  }
}
