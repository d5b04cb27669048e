import { describe, expect, test } from 'vitest'
import { buildVolunteer } from '../../src/index.js'
import { departments } from '../../src/convention/words.js'

describe('buildVolunteer', () => {
  test('keeps null, false, zero, empty strings and empty lists', () => {
    const volunteer = buildVolunteer({
      user: { preferredName: null, lastName: '' },
      contactMethods: [{ isPrimary: false, value: '' }],
      departments: [{ states: [] }],
      options: [{ type: 'number', value: 0 }, { value: [] }, { value: '' }],
    })
    expect(volunteer.user).toMatchObject({ preferredName: null, lastName: '' })
    expect(volunteer.contactMethods).toMatchObject([{ isPrimary: false, value: '' }])
    expect(volunteer.departments).toMatchObject([{ states: [] }])
    expect(volunteer.options.map(({ value }) => value)).toEqual([0, [], ''])
    expect(buildVolunteer({ contactMethods: [], departments: [], options: [] })).toMatchObject({
      contactMethods: [],
      departments: [],
      options: [],
    })
  })

  test('completes each element of a list', () => {
    const {
      contactMethods,
      departments: entries,
      options,
    } = buildVolunteer({
      contactMethods: [{ name: 'telegram' }, { isPrimary: true }],
      departments: [{ name: 'Security' }, {}, { states: ['avoid'] }],
      options: [{ type: 'multi' }, {}],
    })
    expect(contactMethods).toMatchObject([{ name: 'telegram', isPrimary: false }, { isPrimary: true }])
    expect(contactMethods.every(({ value }) => typeof value === 'string')).toBe(true)
    expect(entries).toHaveLength(3)
    expect(entries[0]).toMatchObject({ id: '4', name: 'Security' })
    expect(entries[2]).toMatchObject({ states: ['avoid'] })
    for (const { id, name } of entries) expect(departments).toContainEqual({ id, name })
    expect(options[0]).toMatchObject({ type: 'multi', value: expect.any(Array) })
    expect(options).toHaveLength(2)
  })

  test('completes the elements of a list differently', () => {
    const gaps = Array.from({ length: 12 }, () => ({}))
    const lists = { contactMethods: gaps, departments: gaps, options: gaps }
    const { contactMethods, departments: entries, options } = buildVolunteer(lists)
    for (const list of [contactMethods, entries, options]) {
      expect(new Set(list.map((element) => JSON.stringify(element))).size).toBeGreaterThan(3)
    }
  })

  test('generates contact methods and a formal name that agree with the user', () => {
    const volunteers = Array.from({ length: 30 }, (_, index) =>
      buildVolunteer({ user: { firstName: 'Sky', lastName: 'Hale', username: 'sky_hale' } }, { index }),
    )
    for (const { contactMethods, user } of volunteers) {
      for (const { value } of contactMethods) {
        expect([user.email, 'sky_hale', '@sky_hale']).toContain(value)
      }
    }
    const answers = volunteers.flatMap(({ options }) => options.filter(({ name }) => name === 'Formal Name'))
    expect(answers.length).toBeGreaterThan(0)
    for (const { value } of answers) expect(value).toBe('Sky Hale')
  })

  test('generates an update that is not before the creation, if one date is given', () => {
    for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) {
      for (const date of ['1999-12-31T23:00:00.000Z', '2100-01-01', '2026-01-01T00:00:00+14:00']) {
        for (const given of [{ createdAt: date }, { updatedAt: date }]) {
          const volunteer = buildVolunteer(given, { index })
          expect(volunteer).toMatchObject(given)
          expect(Date.parse(volunteer.updatedAt)).toBeGreaterThanOrEqual(Date.parse(volunteer.createdAt))
        }
      }
    }
  })

  test('builds different records by seed, and different ids by index', () => {
    expect(buildVolunteer({}, { seed: 2 })).not.toEqual(buildVolunteer({}, { seed: 1 }))
    const volunteers = Array.from({ length: 500 }, (_, index) => buildVolunteer({}, { index }))
    expect(new Set(volunteers.map(({ id }) => id)).size).toBe(500)
    expect(new Set(volunteers.map(({ user }) => user.id)).size).toBe(500)
    expect(new Set(volunteers.map(({ user }) => user.username)).size).toBe(500)
  })
})
