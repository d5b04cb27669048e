import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIso8601 } from '../../src/contract/iso-8601.js'
import { like } from '../../src/pact.js'
import { runs } from '../support/property.js'

function digits(most: number, length: number) {
  return fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(length, '0'))
}

const days = fc.tuple(digits(9999, 4), digits(13, 2), digits(32, 2))
const times = fc.option(
  fc.array(fc.oneof(digits(24, 2), digits(62, 2), fc.constantFrom('00')), { minLength: 1, maxLength: 3 }),
)

/** Texts that are an ISO 8601 date, and texts that nearly are. */
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

/** What only a calendar can tell: 29 February. */
function needsCalendar(text: string): boolean {
  return /^\d{4}-?02-?29(?:T|$)/.test(text)
}

describe('the form of a date', () => {
  const form = new RegExp(like.isoDate().regex)

  it('is that of the contract, but for what only a calendar can tell', () => {
    fc.assert(
      fc.property(dates, (text) => {
        const expected = isIso8601(text) || (needsCalendar(text) && form.test(text))
        expect({ text, fits: form.test(text) }).toEqual({ text, fits: expected })
      }),
      runs(5000),
    )
  })

  it('was tried on enough that is a date, and enough that is none', () => {
    const fitting = fc.sample(dates, runs(5000)).filter(isIso8601)
    expect(fitting.length).toBeGreaterThan(500)
    expect(fitting.length).toBeLessThan(4500)
  })

  it.each(['2026-01-31', '20260131', '2028-02-29', '2026-01-31T24:00Z', '2026-01-31T18:30:60,5+02'])(
    'takes %s',
    (text) => {
      expect(form.test(text)).toBe(true)
      expect(isIso8601(text)).toBe(true)
    },
  )
})

describe('the form of a phone number', () => {
  const form = new RegExp(like.e164().regex)

  it.each(['+12125550142', '+442079460123', '+11'])('takes %s', (text) => expect(form.test(text)).toBe(true))

  it.each(['12125550142', '+02125550142', '+1 212 555', '+1234567890123456', '+1', ''])(
    'refuses "%s"',
    (text) => expect(form.test(text)).toBe(false),
  )
})

describe('both forms', () => {
  it('take an example', () => {
    expect(like.e164('+491234567').value).toBe('+491234567')
    expect(like.isoDate('2026-02-01').value).toBe('2026-02-01')
  })

  it('have no digits of other scripts, and nothing that the regular expressions of Rust lack', () => {
    for (const { regex } of [like.isoDate(), like.e164()]) {
      expect(regex).not.toMatch(/\\[a-z\d]|\(\?[=!<]/i)
      expect(regex).toMatch(/^\^.*\$$/)
    }
  })
})
