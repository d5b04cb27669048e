import { describe, expect, it } from 'vitest'
import { isIso8601 } from '../../src/contract/iso-8601.js'

function accepted(what: string, texts: readonly string[]): void {
  it.each(texts)(`accepts %j, ${what}`, (text) => expect(isIso8601(text)).toBe(true))
}

function refused(what: string, texts: readonly string[]): void {
  it.each(texts)(`refuses %j, ${what}`, (text) => expect(isIso8601(text)).toBe(false))
}

describe('a calendar date', () => {
  accepted('in the extended form', ['2026-01-31', '2026-12-31', '0001-01-01', '9999-12-31'])
  accepted('in the basic form', ['20260131', '20261231'])
  accepted('a leap day', ['2024-02-29', '2000-02-29', '20240229', '0000-02-29', '0004-02-29', '2400-02-29'])
  refused('a leap day of another year', ['2023-02-29', '1900-02-29', '2100-02-29', '20230229', '0100-02-29'])
  refused('a day that the month does not have', [
    '2026-01-32',
    '2026-04-31',
    '2026-06-31',
    '2024-02-30',
    '2026-01-00',
  ])
  refused('a month that the year does not have', ['2026-00-01', '2026-13-01', '20261301'])
  refused('half basic and half extended', ['2026-0131', '202601-31'])
  refused('not complete', ['2026', '2026-01', '202601', '2026-1-31', '26-01-31', '--01-31'])
  refused('in another notation', [
    '2026/01/31',
    '31.01.2026',
    '2026.01.31',
    '2026-Jan-31',
    '+2026-01-31',
    '-2026-01-31',
  ])
})

describe('an ordinal or week date', () => {
  refused('which conmock does not support', [
    '2026-001',
    '2026365',
    '2026-W01-1',
    '2026W011',
    '2026-031T18:30:00Z',
  ])
})

describe('a time of day', () => {
  accepted('to the second, the minute or the hour', [
    '2026-01-31T18:30:00',
    '2026-01-31T18:30',
    '2026-01-31T18',
    '20260131T183000',
    '20260131T1830',
  ])
  accepted('with a fraction of its last part', [
    '2026-01-31T18:30:00.5Z',
    '2026-01-31T18:30:00.123456789Z',
    '2026-01-31T18:30:00,5Z',
    '2026-01-31T18:30.5Z',
    '2026-01-31T18,25Z',
  ])
  accepted('the beginning and the end of the day', [
    '2026-01-31T00:00:00Z',
    '2026-01-31T23:59:59.999Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T24:00',
    '20260131T240000Z',
  ])
  accepted('a leap second', ['2016-12-31T23:59:60Z'])
  refused('after the end of the day', [
    '2026-01-31T24:00:01Z',
    '2026-01-31T24:01:00Z',
    '2026-01-31T24:00:00.5Z',
    '2026-01-31T25:00:00Z',
  ])
  refused('with a part that is too large', ['2026-01-31T18:60:00Z', '2026-01-31T18:30:61Z'])
  refused('with a part that is too short or too long', [
    '2026-01-31T8:30:00Z',
    '2026-01-31T18:3:00Z',
    '2026-01-31T18:30:0Z',
    '2026-01-31T018:30:00Z',
    '2026-01-31T18:30:00.Z',
    '2026-01-31T18:30:',
  ])
  refused('half basic and half extended', [
    '2026-01-31T18:3000Z',
    '2026-01-31T1830:00Z',
    '2026-01-31T183000Z',
    '20260131T18:30:00Z',
    '2026-01-31T18:30:00+0200',
    '20260131T183000+02:00',
  ])
  refused('missing after the T', ['2026-01-31T', '2026-01-31TZ'])
  refused('after another separator', ['2026-01-31 18:30:00Z', '2026-01-31t18:30:00Z', '2026-01-31_18:30:00Z'])
  refused('without a date', ['T18:30:00Z', '18:30:00Z', '18:30'])
  refused('after a date that does not exist', ['2023-02-29T18:30:00Z', '2026-13-01T00:00:00Z'])
})

describe('an offset', () => {
  accepted('of any valid form', [
    '2026-01-31T18:30:00Z',
    '2026-01-31T18:30:00+00:00',
    '2026-01-31T18:30:00+02:00',
    '2026-01-31T18:30:00-05:30',
    '2026-01-31T18:30:00+14:00',
    '2026-01-31T18:30:00+02',
    '20260131T183000+0200',
    '2026-01-31T18:30Z',
  ])
  refused('out of range', [
    '2026-01-31T18:30:00+24:00',
    '2026-01-31T18:30:00+02:60',
    '2026-01-31T24:00:00+99:00',
  ])
  refused('of an invalid form', [
    '2026-01-31T18:30:00z',
    '2026-01-31T18:30:00 Z',
    '2026-01-31T18:30:00+2:00',
    '2026-01-31T18:30:00+',
    '2026-01-31T18:30:00Z+02:00',
    '2026-01-31T18:30:00 CET',
    '2026-01-31T18:30:00UTC',
    '2026-01-31+02:00',
    '2026-01-31Z',
  ])
})

describe('anything else', () => {
  refused('not a date', [
    '',
    ' ',
    'null',
    'now',
    '1700000000',
    '1700000000000',
    '2026-01-31T18:30:00ZZ',
    'P1D',
  ])
  refused('other characters around the date', [
    ' 2026-01-31',
    '2026-01-31 ',
    '2026-01-31\n',
    '"2026-01-31"',
    '2026-01-31/2026-02-01',
  ])
  refused('digits of another script', ['٢٠٢٦-٠١-٣١', '2026‐01‐31'])

  it('accepts what Date.toISOString writes', () => {
    for (const time of [0, 951_782_400_000, 1_700_000_000_123, -62_135_596_800_000]) {
      expect(isIso8601(new Date(time).toISOString())).toBe(true)
    }
  })
})
