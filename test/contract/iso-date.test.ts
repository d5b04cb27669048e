import { expect, it } from 'vitest'
import { isoDateSchema } from '../../src/contract/fields.js'

function isValid(text: string): boolean {
  return isoDateSchema.safeParse(text).success
}

/** What a group of dates is, and the dates. A leading time belongs to the day 2026-01-31. */
type Group = readonly [what: string, dates: string]

const valid: readonly Group[] = [
  ['a date', '2026-01-31 0001-01-01 9999-12-31'],
  ['a leap day', '2024-02-29 2000-02-29 0000-02-29 0004-02-29 2400-02-29 2024-02-29T18:30:00Z'],
  ['a time', 'T18:30:00 T18:30 T00:00:00Z T23:59:59.999Z'],
  ['a fraction', 'T18:30:00.5Z T18:30:00.123456789Z'],
  ['an offset', 'T18:30:00Z T18:30:00+00:00 T18:30:00-05:30 T18:30:00+14:00'],
]

const invalid: readonly Group[] = [
  ['a leap day of another year', '2023-02-29 1900-02-29 2100-02-29 0100-02-29 2023-02-29T18:30:00Z'],
  ['a day or month that does not exist', '2026-01-32 2026-04-31 2024-02-30 2026-01-00 2026-00-01 2026-13-01'],
  ['the basic format', '20260131 20260131T183000Z 2026-0131 T183000Z T18:30:00+0200 T18:30:00+02'],
  ['incomplete', '2026 2026-01 2026-1-31 26-01-31 --01-31 T TZ T18 T18: T18:30: T18:30:00.Z T18:30:00+'],
  ['another notation', '2026/01/31 31.01.2026 2026-Jan-31 +2026-01-31 -2026-01-31 2026-001 2026-W01-1 P1D'],
  ['a part out of range', 'T24:00:00Z T25:00:00Z T18:60:00Z T18:30:60Z T18:30:00+24:00 T18:30:00+02:60'],
  ['a part of another length', 'T8:30:00Z T18:3:00Z T18:30:0Z T018:30:00Z'],
  ['another separator', '2026-01-31t18:30:00Z 2026-01-31_18:30:00Z T18:30:00,5Z 2026-01-31/2026-02-01'],
  ['another zone', 'T18:30:00z T18:30:00Z+02:00 T18:30:00UTC T18:30:00ZZ 2026-01-31Z 2026-01-31+02:00'],
  ['only a time', '18:30:00Z 18:30'],
  ['anything else', 'null now 1700000000 1700000000000 "2026-01-31" ٢٠٢٦-٠١-٣١ 2026‐01‐31'],
]

function datesOf(dates: string): string[] {
  return dates.split(' ').map((date) => (date.startsWith('T') ? `2026-01-31${date}` : date))
}

it.each(valid)('%s is valid: %s', (_, dates) => {
  expect(datesOf(dates).filter((date) => !isValid(date))).toEqual([])
})

it.each(invalid)('%s is invalid: %s', (_, dates) => {
  expect(datesOf(dates).filter(isValid)).toEqual([])
})

it.each([
  '',
  ' ',
  ' 2026-01-31',
  '2026-01-31 ',
  '2026-01-31\n',
  '2026-01-31 18:30:00Z',
  '2026-01-31T18:30:00 CET',
])('%j is invalid', (text) => expect(isValid(text)).toBe(false))
