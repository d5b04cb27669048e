/** First and last millisecond of the years 0000 to 9999, counted from 1970. A year of ISO 8601 has four digits. */
export const MIN_TIME = Date.UTC(-1, 12)
const MAX_TIME = Date.UTC(10_000, 0) - 1

export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= MIN_TIME && value <= MAX_TIME
}
