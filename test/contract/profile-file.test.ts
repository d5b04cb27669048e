import { describe, expect, it } from 'vitest'
import { createMock, InvalidOptionError, type ProfileFile } from '../../src/index.js'
import { thrownBy } from '../support/thrown.js'
import { resolveSettings } from '../support/convention.js'

const given = { 'auth.missing': '403' }
const file: ProfileFile = { measured: '2026-11-23', assumptions: given }

describe('a profile file', () => {
  it('has the values that were measured, and otherwise those of the profile spec', () => {
    const { settings } = createMock({ profile: file })
    expect(settings).toEqual(resolveSettings({ assumptions: { 'auth.missing': 403 } }))
  })

  it.each([
    [
      'a misspelled assumption',
      { assumptions: { 'auth.mising': '403' } },
      /unknown assumption "auth\.mising": did you mean "auth\.missing"/,
    ],
    [
      'an unknown value',
      { assumptions: { 'auth.missing': 418 } },
      /assumption auth\.missing has no variant "418"; allowed: 401, 403/,
    ],
    ['no value', { assumptions: { 'auth.missing': null } }, /\["auth\.missing"\]" must be a variant/],
    ['an unknown field', { measure: '' }, /"profile" unknown: measure/],
    ['an impossible date', { measured: '2026-02-30' }, /profile\.measured" must be a date/],
    ['no date', { measured: 'today' }, /profile\.measured" must be a date/],
    ['a time', { measured: '2026-02-03T10:00:00Z' }, /profile\.measured" must be a date/],
    ['a list of assumptions', { assumptions: [] }, /profile\.assumptions" must be a plain object/],
    ['a Map', { assumptions: new Map() }, /profile\.assumptions" must be a plain object/],
  ])('with %s is refused with a reason', (_, change, message) => {
    const error = thrownBy(() => createMock({ profile: { ...file, ...change } as never }))
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect((error as Error).message).toMatch(message)
  })

  it.each(['conmock.profile.json', 1, null, []])('is not %j', (profile) => {
    expect(thrownBy(() => createMock({ profile: profile as never }))).toMatchObject({ option: 'profile' })
  })
})
