import { expect, it } from 'vitest'
import { like } from '../../src/pact.js'

it('the pattern of a date accepts the dates of the contract', () => {
  const pattern = new RegExp(like.isoDate().regex)
  const valid = ['2026-01-31', '2028-02-29', '2026-01-31T18:30', '2026-01-31T18:30:00.5+02:00']
  const invalid = ['20260131', '2026-02-29', '2026-01-31T24:00Z', '2026-01-31T18:30:00z', ' 2026-01-31', '']
  expect([...valid, ...invalid].filter((text) => pattern.test(text))).toEqual(valid)
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
