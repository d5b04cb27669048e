import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createMock, personas, type Personas, type Volunteer } from '../../src/index.js'
import { kinds } from '../../src/dataset/kinds.js'
import { parseData } from '../../src/dataset/data-file.js'

/** Values that the API specification allows and code often forgets, and a persona with each of them. */
const cases: [name: string, persona: keyof Personas, shows: (volunteer: Volunteer) => boolean][] = [
  ['an absent preferred name', 'noPreferredName', ({ user }) => !('preferredName' in user)],
  ['a preferred name of null', 'nullPreferredName', ({ user }) => user.preferredName === null],
  ['an empty preferred name', 'emptyPreferredName', ({ user }) => user.preferredName === ''],
  [
    'a department without a name',
    'unnamedDepartment',
    ({ departments }) => !departments.every(({ name }) => name),
  ],
  ['five states', 'allStatesAtOnce', ({ departments }) => departments[0]!.states.length === 5],
  [
    'no state',
    'statelessDepartment',
    ({ departments }) => departments.some(({ states }) => states.length === 0),
  ],
  [
    'every type of option',
    'everyOptionType',
    ({ options }) => new Set(options.map(({ type }) => type)).size === 4,
  ],
  [
    'an option value of zero',
    'unusualOptionValues',
    ({ options }) => options.some(({ value }) => value === 0),
  ],
  ['only empty lists', 'emptyLists', ({ departments, options }) => departments.length + options.length === 0],
  [
    'no primary contact',
    'noPrimaryContact',
    ({ contactMethods }) => !contactMethods.some((each) => each.isPrimary),
  ],
  ['long names', 'longNames', ({ user }) => Math.min(user.firstName.length, user.lastName.length) > 100],
  ['an empty name', 'emptyTexts', ({ user }) => user.lastName === ''],
  ['text to escape', 'charactersToEscape', ({ user }) => /[<>&'"\\]/.test(user.lastName)],
  ['a date without a time', 'datesWithoutTime', ({ createdAt }) => /^[\d-]{10}$/.test(createdAt)],
  ['a date with an offset', 'datesWithOffset', ({ createdAt }) => /[+-]\d{2}:\d{2}$/.test(createdAt)],
]

describe('the personas', () => {
  test('are valid, with unique ids and role names', () => {
    const data = {
      volunteers: kinds.volunteers.handMade,
      users: kinds.users.handMade,
      roles: kinds.roles.handMade,
    }
    expect(parseData(data)).toMatchObject({ format: 'conmock-1', ...data })
  })

  test('are available by name, with the user and the record', () => {
    expect(personas.plain.user.id).toBe('1')
    expect(personas.plain.volunteer.user).toBe(personas.plain.user)
    expect(personas.noRecord).toMatchObject({ user: { id: '28' }, volunteer: null })
  })

  test('agree with the fixture file, in the same order', () => {
    const text = readFileSync(new URL('../../fixtures/personas.json', import.meta.url), 'utf8')
    const file = JSON.parse(text) as { personas: Record<string, { shows: string; volunteer: unknown }> }
    const shown = Object.entries(personas).map(([name, { shows, volunteer }]) => [name, shows, volunteer])
    expect(shown).toEqual(
      Object.entries(file.personas).map(([name, { shows, volunteer }]) => [name, shows, volunteer]),
    )
  })

  test('have exactly the names of the fixture file in their type', () => {
    const source = readFileSync(new URL('../../src/dataset/personas.ts', import.meta.url), 'utf8')
    const typed = [...source.matchAll(/^ {2}\/\*\* User (\d+): .*\n {2}readonly (\w+): /gm)]
    expect(typed.map(([, id, name]) => [name, id])).toEqual(
      Object.entries(personas).map(([name, { user }]) => [name, user.id]),
    )
  })

  test.each(cases)('show %s', (_, name, shows) => {
    expect(shows(personas[name].volunteer!)).toBe(true)
  })

  test('show users without a volunteer record', () => {
    const without = Object.entries(personas).filter(([, { volunteer }]) => volunteer === null)
    expect(without.map(([name]) => name)).toEqual(['noRecord', 'noRecordNullPreferredName'])
  })

  test.each([1, 2, 4711])('do not collide with generated records of seed %i', (seed) => {
    const { volunteers, users, roles } = createMock({ seed, volunteers: 3000, roles: 3000 }).export()
    expect(() => parseData({ volunteers, users, roles })).not.toThrow()
  })

  test('have record ids that no user has', () => {
    const mock = createMock({ volunteers: 10_000_000 })
    const ids = [...kinds.volunteers.handMade.map(({ id }) => id), '50001001', String(50_001_000 + 9_999_973)]
    for (const id of ids) {
      expect(mock.volunteers.find(id)?.id).toBe(id)
      expect(mock.users.find(id)).toBeUndefined()
    }
  })
})
