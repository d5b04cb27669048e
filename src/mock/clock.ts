import { InvalidOptionError } from '../contract/errors.js'
import { isTime } from '../contract/iso-8601.js'
import { shown } from '../contract/settings.js'

/** The time of a mock. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /**
   * Lets time pass, for everything that depends on it: tokens, cursors, the rate limit. `reset()` goes back.
   *
   * @throws InvalidOptionError For what is no number of seconds from 0, and for a time after the year 9999.
   */
  readonly advance: (seconds: number) => void
}

/** @param start The time to go on from: a function that is asked each time, or a moment at which time stands still. */
export function createClock(start: number | (() => number)): Clock & { reset(): void } {
  const base: () => unknown = typeof start === 'number' ? () => start : start
  let offset = 0
  function now(): number {
    let given: unknown
    try {
      given = base()
    } catch (error) {
      throw new InvalidOptionError(
        `"now" must give milliseconds since 1970, but it failed: ${String(error)}`,
        { cause: error },
      )
    }
    const time = typeof given === 'number' ? given + offset : given
    if (isTime(time)) return time
    throw new InvalidOptionError(
      `"now" must give milliseconds since 1970, of a date in the years 0 to 9999, but gave ${shown(time)}`,
    )
  }
  return {
    now,
    advance(seconds) {
      if (!(typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds))) {
        throw new InvalidOptionError(`advance takes a number of seconds from 0, but got ${shown(seconds)}`)
      }
      const time = now() + seconds * 1000
      if (!isTime(time)) {
        throw new InvalidOptionError(`advance cannot go past the year 9999, but got ${seconds} seconds`)
      }
      offset += seconds * 1000
    },
    reset() {
      offset = 0
    },
  }
}
