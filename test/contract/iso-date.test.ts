import { expect, it } from 'vitest'
import { isoDateSchema } from '../../src/contract/fields.js'

/** A leading time belongs to the day 2026-01-31. */
function isValid(text: string): boolean {
  return isoDateSchema.safeParse(text.startsWith('T') ? `2026-01-31${text}` : text).success
}

it.each(
  '2026-01-31 2024-02-29 2000-02-29 T18:30 T18:30:00 T18:30:00.123456789Z T23:59:59.999Z T18:30:00-05:30'.split(
    ' ',
  ),
)('%s is valid', (date) => expect(isValid(date)).toBe(true))

it.each([
  ...'2023-02-29 2100-02-29 2026-04-31 2026-13-01 20260131 20260131T183000Z 2026-01 2026-1-31 2026-W01-1'.split(
    ' ',
  ),
  ...'T T18 T18:30:00. T18:30:00+02 T18:30:00+0200 T24:00:00Z T18:60:00Z T18:30:00+24:00 T8:30:00Z'.split(
    ' ',
  ),
  ...'T18:30:00,5Z T18:30:00z T18:30:00UTC 2026-01-31Z 18:30:00Z now 1700000000 ٢٠٢٦-٠١-٣١'.split(' '),
  '',
  ' 2026-01-31',
  '2026-01-31\n',
  '2026-01-31 18:30:00Z',
])('%j is invalid', (date) => expect(isValid(date)).toBe(false))
