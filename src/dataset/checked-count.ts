import { InvalidOptionError } from '../common/errors.js'
import { shownWithType } from '../common/shown.js'

/** @throws InvalidOptionError If the value is not a whole number from 0 to `max`. */
export function checkedCount(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value
  throw new InvalidOptionError(
    `${name} must be a whole number from 0 to ${max}, but is ${shownWithType(value)}`,
  )
}

/** @throws InvalidOptionError If the seed is not a whole number from 0 to 2^53 - 1. */
export function checkedSeed(seed: number | undefined): number {
  return checkedCount('seed', seed ?? 1, Number.MAX_SAFE_INTEGER)
}
