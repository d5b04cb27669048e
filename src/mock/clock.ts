import { InvalidOptionError } from '../contract/errors.js'

/** The time of a mock. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /**
   * Lets time pass, for everything that depends on it: tokens, cursors, the rate limit. `reset()` goes back.
   *
   * @throws InvalidOptionError For what is no number of seconds from 0.
   */
  readonly advance: (seconds: number) => void
}

/** @param start The time to go on from: a function that is asked each time, or a moment at which time stands still. */
export function createClock(start: number | (() => number)): Clock & { reset(): void } {
  const base = typeof start === 'number' ? () => start : start
  let offset = 0
  return {
    now() {
      const time = base() + offset
      if (Number.isFinite(time)) return time
      throw new InvalidOptionError(`"now" must give a number of milliseconds, but gave ${String(time)}`)
    },
    advance(seconds) {
      if (!(typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds))) {
        throw new InvalidOptionError(`advance takes a number of seconds from 0, but got ${String(seconds)}`)
      }
      offset += seconds * 1000
    },
    reset() {
      offset = 0
    },
  }
}
