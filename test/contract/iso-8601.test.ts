import { expect, it } from 'vitest'
import { isIso8601 } from '../../src/contract/iso-8601.js'

/** What a group of dates is, and the dates. A leading time belongs to the day 2026-01-31. */
type Group = readonly [what: string, dates: string]

const valid: readonly Group[] = [
  ['a date', '2026-01-31 0001-01-01 9999-12-31 20260131'],
  ['a leap day', '2024-02-29 2000-02-29 20240229 0000-02-29 0004-02-29 2400-02-29'],
  ['a time', 'T18:30:00 T18:30 T18 20260131T183000 20260131T1830'],
  ['a fraction', 'T18:30:00.5Z T18:30:00.123456789Z T18:30:00,5Z T18:30.5Z T18,25Z'],
  ['the start and end of a day', 'T00:00:00Z T23:59:59.999Z T24:00:00Z T24:00 20260131T240000Z'],
  ['a leap second', '2016-12-31T23:59:60Z'],
  ['an offset', 'T18:30:00Z T18:30:00+00:00 T18:30:00-05:30 T18:30:00+14:00 T18:30:00+02 T18:30Z'],
  ['a basic offset', '20260131T183000+0200'],
]

const invalid: readonly Group[] = [
  ['a leap day of another year', '2023-02-29 1900-02-29 2100-02-29 20230229 0100-02-29'],
  ['a day or month that does not exist', '2026-01-32 2026-04-31 2024-02-30 2026-01-00 2026-00-01 20261301'],
  ['half basic and half extended', '2026-0131 202601-31 T18:3000Z T1830:00Z T183000Z 20260131T18:30:00Z'],
  ['a half basic offset', 'T18:30:00+0200 20260131T183000+02:00'],
  [
    'incomplete',
    '2026 2026-01 2026-1-31 26-01-31 --01-31 T TZ T18:30: T18:30:00.Z T18:30:00+ T18:30:00+2:00',
  ],
  ['another notation', '2026/01/31 31.01.2026 2026-Jan-31 +2026-01-31 -2026-01-31 2026-001 2026-W01-1 P1D'],
  ['after the end of the day', 'T24:00:01Z T24:01:00Z T24:00:00.5Z T25:00:00Z T24:00:00+99:00'],
  ['a part out of range', 'T18:60:00Z T18:30:61Z T18:30:00+24:00 T18:30:00+02:60'],
  ['a part of another length', 'T8:30:00Z T18:3:00Z T18:30:0Z T018:30:00Z'],
  ['another separator', '2026-01-31t18:30:00Z 2026-01-31_18:30:00Z 2026-01-31/2026-02-01'],
  ['another zone', 'T18:30:00z T18:30:00Z+02:00 T18:30:00UTC T18:30:00ZZ 2026-01-31Z 2026-01-31+02:00'],
  ['only a time', '18:30:00Z 18:30'],
  ['anything else', 'null now 1700000000 1700000000000 "2026-01-31" ٢٠٢٦-٠١-٣١ 2026‐01‐31'],
]

function datesOf(dates: string): string[] {
  return dates.split(' ').map((date) => (date.startsWith('T') ? `2026-01-31${date}` : date))
}

it.each(valid)('%s is valid: %s', (_, dates) => {
  expect(datesOf(dates).filter((date) => !isIso8601(date))).toEqual([])
})

it.each(invalid)('%s is invalid: %s', (_, dates) => {
  expect(datesOf(dates).filter(isIso8601)).toEqual([])
})

it.each([
  '',
  ' ',
  ' 2026-01-31',
  '2026-01-31 ',
  '2026-01-31\n',
  '2026-01-31 18:30:00Z',
  '2026-01-31T18:30:00 CET',
])('%j is invalid', (text) => expect(isIso8601(text)).toBe(false))
