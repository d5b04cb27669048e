/** The two formats of ISO 8601. One text keeps to one of them throughout. */
const formats = [
  {
    date: /^(\d{4})-(\d{2})-(\d{2})$/,
    time: /^(\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d+))?(?:Z|[+-](\d{2})(?::(\d{2}))?)?$/,
  },
  {
    date: /^(\d{4})(\d{2})(\d{2})$/,
    time: /^(\d{2})(?:(\d{2})(?:(\d{2}))?)?(?:[.,](\d+))?(?:Z|[+-](\d{2})(?:(\d{2}))?)?$/,
  },
]

type Format = (typeof formats)[number]

/** The groups of a match as numbers; absent ones are 0. */
function numbers(match: RegExpExecArray): number[] {
  return match.slice(1).map((group: string | undefined) => Number(group ?? 0))
}

/** A year with the same calendar that `Date.UTC` does not take for one of the 20th century. */
function sameCalendar(year: number): number {
  return 2000 + (year % 400)
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(sameCalendar(year), month, 0)).getUTCDate()
}

function isDate(text: string, format: Format): boolean {
  const match = format.date.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0] = numbers(match)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Midnight at the end of a day may be written as 24, and a leap second as 60. */
function isTimeOfDay(text: string, format: Format): boolean {
  const match = format.time.exec(text)
  if (!match) return false
  const [hour = 0, minute = 0, second = 0, fraction = 0, offsetHour = 0, offsetMinute = 0] = numbers(match)
  if (offsetHour > 23 || offsetMinute > 59) return false
  return hour === 24 ? minute + second + fraction === 0 : hour <= 23 && minute <= 59 && second <= 60
}

/**
 * Whether a string is a calendar date of ISO 8601, with or without a time of day, extended or basic, with any offset. The
 * API specification says "ISO-8601 date" and no more, so a response may use more than the narrow profile of RFC 3339. Week
 * and ordinal dates are not accepted: nobody sends them.
 */
export function isIso8601(text: string): boolean {
  const [date = '', time, ...more] = text.split('T')
  return formats.some(
    (format) =>
      more.length === 0 && isDate(date, format) && (time === undefined || isTimeOfDay(time, format)),
  )
}

/** The first and the last millisecond, counted from 1970, of the years 0000 to 9999: no other has a date of this form. */
export const MIN_TIME = Date.UTC(-1, 12)
const MAX_TIME = Date.UTC(10_000, 0) - 1

/** Whether a value is a time in milliseconds since 1970 that a date can have. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= MIN_TIME && value <= MAX_TIME
}
