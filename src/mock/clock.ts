import { InvalidOptionError } from '../common/errors.js'
import { isTime } from '../contract/time.js'
import { previewWithType } from '../common/text.js'

/** The clock of a mock. */
export interface Clock {
  /** Returns the mock's time in milliseconds since 1970. */
  readonly now: () => number
  /**
   * Advances the clock by a number of seconds, for tokens. `mock.reset()` undoes it.
   *
   * @throws InvalidOptionError If `seconds` is not a number, is negative, or the new time is after the year 9999.
   * @example
   * mock.clock.advance(3600)
   */
  readonly advance: (seconds: number) => void
}

/** A clock that can be reset. */
interface SettableClock extends Clock {
  reset(): void
}

/**
 * @param start A function that returns the time, or a number for a fixed clock.
 * @param onChange Called when a test has advanced the clock.
 */
export function createClock(start: number | (() => number), onChange: () => void): SettableClock {
  const base: () => unknown = typeof start === 'number' ? () => start : start
  let offset = 0
  function now(): number {
    let fromBase: unknown
    try {
      fromBase = base()
    } catch (error) {
      throw new InvalidOptionError(
        `must return milliseconds since 1970, but it failed: ${String(error)}`,
        'now',
        { cause: error },
      )
    }
    const time = typeof fromBase === 'number' ? fromBase + offset : fromBase
    if (isTime(time)) return time
    throw new InvalidOptionError(
      `must return milliseconds since 1970, for a date in the years 0 to 9999, but returned ${previewWithType(time)}`,
      'now',
    )
  }
  return {
    now,
    advance(seconds) {
      if (!(typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds))) {
        throw new InvalidOptionError(
          `clock.advance needs a number of seconds, at least 0, but got ${previewWithType(seconds)}`,
        )
      }
      const time = now() + seconds * 1000
      if (!isTime(time)) {
        throw new InvalidOptionError(`clock.advance cannot go past the year 9999, but got ${seconds} seconds`)
      }
      offset += seconds * 1000
      onChange()
    },
    reset() {
      offset = 0
    },
  }
}
