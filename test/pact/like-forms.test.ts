import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIso8601 } from '../../src/contract/iso-8601.js'
import { like } from '../../src/pact.js'
import { runs } from '../support/property.js'

function digits(max: number, length: number) {
  return fc.integer({ min: 0, max }).map((number) => String(number).padStart(length, '0'))
}

const days = fc.tuple(digits(9999, 4), digits(13, 2), digits(32, 2))
const times = fc.option(
  fc.array(fc.oneof(digits(24, 2), digits(62, 2), fc.constantFrom('00')), { minLength: 1, maxLength: 3 }),
)

/** Strings that are ISO 8601 dates, and strings that almost are. */
const dates = fc
  .tuple(
    days,
    times,
    fc.constantFrom('', '', '.0', ',123', '.'),
    fc.constantFrom('', 'Z', '+02', '-0530', '+05:30', '+24', '-10:60', 'z'),
    fc.constantFrom(['-', ':'], ['', ''], ['-', '']),
  )
  .map(([day, time, fraction, offset, [dash, colon]]) =>
    time === null ? day.join(dash) : `${day.join(dash)}T${time.join(colon)}${fraction}${offset}`,
  )

/** Whether the date is 29 February, which only a calendar can check. */
function needsCalendar(text: string): boolean {
  return /^\d{4}-?02-?29(?:T|$)/.test(text)
}

describe('the pattern of a date', () => {
  const pattern = new RegExp(like.isoDate().regex)

  it('accepts the same dates as the contract, except for 29 February', () => {
    fc.assert(
      fc.property(dates, (text) => {
        const expected = isIso8601(text) || (needsCalendar(text) && pattern.test(text))
        expect({ text, fits: pattern.test(text) }).toEqual({ text, fits: expected })
      }),
      runs(5000),
    )
  })

  it('is tested with enough valid and enough invalid dates', () => {
    const valid = fc.sample(dates, runs(5000)).filter(isIso8601)
    expect(valid.length).toBeGreaterThan(500)
    expect(valid.length).toBeLessThan(4500)
  })

  it('accepts these forms', () => {
    for (const text of [
      '2026-01-31',
      '20260131',
      '2028-02-29',
      '2026-01-31T24:00Z',
      '2026-01-31T18:30:60,5+02',
    ])
      expect([text, pattern.test(text), isIso8601(text)]).toEqual([text, true, true])
  })
})

const pattern = new RegExp(like.e164().regex)

it('the pattern of a phone number accepts only numbers in this form', () => {
  const valid = ['+12125550142', '+442079460123', '+11']
  const invalid = ['12125550142', '+02125550142', '+1 212 555', '+1234567890123456', '+1', '']
  expect([...valid, ...invalid].filter((text) => pattern.test(text))).toEqual(valid)
})

it('both patterns accept an example', () => {
  expect(like.e164('+491234567').value).toBe('+491234567')
  expect(like.isoDate('2026-02-01').value).toBe('2026-02-01')
})

it('both patterns match ASCII digits only, and use only syntax that Rust supports', () => {
  for (const { regex } of [like.isoDate(), like.e164()]) {
    expect(regex).not.toMatch(/\\[a-z\d]|\(\?[=!<]/i)
    expect(regex).toMatch(/^\^.*\$$/)
  }
})
