import { numberText } from '../../common/format.js'

const units = [
  { name: 'days', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const

/** Formats a number of seconds with one unit: `12 min`. */
export function spanText(seconds: number): string {
  const unit = units.find((each) => seconds >= each.seconds)
  if (!unit) return `${seconds} s`
  const count = Math.floor(seconds / unit.seconds)
  const name = unit.name === 'days' && count === 1 ? 'day' : unit.name
  return `${numberText(count)} ${name}`
}

/** Says when a token expires: `in 12 min`, `expired` or `never`. */
export function expiryText(expiresAt: number | undefined, now: number): string {
  if (expiresAt === undefined) return 'never'
  return expiresAt <= now ? 'expired' : `in ${spanText(Math.ceil((expiresAt - now) / 1000))}`
}

/** Formats a time in the time zone of the user: `2026-01-31 18:30:00`. */
export function dateText(time: number): string {
  return new Date(time).toLocaleString('sv-SE')
}

/** A smaller difference is the time that the request took. */
const MIN_DIFFERENCE_MS = 2000

/** Such as `+1 h`. Empty if the clock has the time of this machine. */
export function shiftText(difference: number): string {
  if (Math.abs(difference) < MIN_DIFFERENCE_MS) return ''
  return `${difference > 0 ? '+' : '−'}${spanText(Math.round(Math.abs(difference) / 1000))}`
}

export function differenceText(difference: number): string {
  const shift = shiftText(difference)
  if (shift === '') return 'The time of this machine'
  return `${shift.slice(1)} ${difference > 0 ? 'ahead of' : 'behind'} this machine`
}

/**
 * Returns the number that the user has entered.
 *
 * @throws RangeError If it is not a number. JSON cannot contain NaN, so the server could not say what is wrong.
 */
export function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && Number.isFinite(seconds)) return seconds
  throw new RangeError(`Enter a number of seconds, such as 90. “${text.slice(0, 40)}” is not a number.`)
}
