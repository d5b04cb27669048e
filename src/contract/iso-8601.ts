/** The extended and the basic format of ISO 8601. A date must not mix them. */
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

function groupNumbers(match: RegExpExecArray): number[] {
  return match.slice(1).map((group: string | undefined) => Number(group ?? 0))
}

function daysIn(year: number, month: number): number {
  // Another year with the same calendar, because `Date.UTC` reads the years 0 to 99 as 1900 to 1999.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

function isDate(text: string, format: Format): boolean {
  const match = format.date.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0] = groupNumbers(match)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Hour 24 is midnight at the end of a day. Second 60 is a leap second. */
function isTimeOfDay(text: string, format: Format): boolean {
  const match = format.time.exec(text)
  if (!match) return false
  const [hour = 0, minute = 0, second = 0, fraction = 0, offsetHour = 0, offsetMinute = 0] =
    groupNumbers(match)
  if (offsetHour > 23 || offsetMinute > 59) return false
  return hour === 24 ? minute + second + fraction === 0 : hour <= 23 && minute <= 59 && second <= 60
}

/**
 * Whether a string is a calendar date of ISO 8601: extended or basic format, with or without a time of day, any offset.
 * The API specification only says "ISO-8601 date", so this allows more than RFC 3339. Week dates and ordinal dates are
 * invalid, because no known service sends them.
 */
export function isIso8601(text: string): boolean {
  const [date = '', time, ...more] = text.split('T')
  return formats.some(
    (format) =>
      more.length === 0 && isDate(date, format) && (time === undefined || isTimeOfDay(time, format)),
  )
}

/** First and last millisecond of the years 0000 to 9999, counted from 1970. A year of ISO 8601 has four digits. */
export const MIN_TIME = Date.UTC(-1, 12)
const MAX_TIME = Date.UTC(10_000, 0) - 1

export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= MIN_TIME && value <= MAX_TIME
}
