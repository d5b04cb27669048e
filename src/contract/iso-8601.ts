const DAY = 24 * 60 * 60 * 1000

const CALENDAR = /^(\d{4})(-?)(\d{2})\2(\d{2})$/
const ORDINAL = /^(\d{4})-?(\d{3})$/
const WEEK = /^(\d{4})(-?)W(\d{2})\2([1-7])$/
const TIME = /^(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?(?:Z|[+-](\d{2})(?::?(\d{2}))?)?$/

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** A year has a week 53 exactly when it starts on a Thursday, or is a leap year that starts on a Wednesday. */
function weeksIn(year: number): number {
  const firstWeekday = new Date(
    Date.UTC(2000, 0, 1) + (Date.UTC(year, 0, 1) - Date.UTC(2000, 0, 1)),
  ).getUTCDay()
  return firstWeekday === 4 || (firstWeekday === 3 && isLeapYear(year)) ? 53 : 52
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 1) - DAY).getUTCDate()
  return day <= lastDay
}

function isDate(text: string): boolean {
  const calendar = CALENDAR.exec(text)
  if (calendar) return isCalendarDate(Number(calendar[1]), Number(calendar[3]), Number(calendar[4]))
  const ordinal = ORDINAL.exec(text)
  if (ordinal) {
    const day = Number(ordinal[2])
    return day >= 1 && day <= (isLeapYear(Number(ordinal[1])) ? 366 : 365)
  }
  const week = WEEK.exec(text)
  if (!week) return false
  const number = Number(week[3])
  return number >= 1 && number <= weeksIn(Number(week[1]))
}

function isTime(text: string): boolean {
  const match = TIME.exec(text)
  if (!match) return false
  const [hour, minute, second, offsetHour, offsetMinute] = match.slice(1).map((part) => Number(part ?? 0))
  if (hour === 24) return minute === 0 && second === 0
  return hour! <= 23 && minute! <= 59 && second! <= 60 && offsetHour! <= 23 && offsetMinute! <= 59
}

/**
 * Whether a string is a complete ISO 8601 date, with or without a time of day: calendar, week or ordinal form,
 * extended or basic, with any offset. The document says "ISO-8601 date" and no more, so no narrower profile
 * (such as RFC 3339) may be demanded of an answer.
 */
export function isIso8601(text: string): boolean {
  const split = text.indexOf('T')
  if (split === -1) return isDate(text)
  return isDate(text.slice(0, split)) && isTime(text.slice(split + 1))
}
