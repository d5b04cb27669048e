import { numberText } from '../../common/format.js'

const units = [
  { name: 'days', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const

/** Formats a number of seconds with one unit: `12 min`. */
function spanText(seconds: number): string {
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
