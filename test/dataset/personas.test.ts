import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createMock, personas, type Personas, type Volunteer } from '../../src/index.js'
import { departmentStates, optionTypes } from '../../src/contract/resources/volunteer-values.js'
import { kinds } from '../../src/dataset/kinds.js'
import { parseData } from '../../src/dataset/data-file.js'

const ISO = { toTheMillisecond: /T[\d:]+\.\d{3}Z$/, toTheSecond: /T\d{2}:\d{2}:\d{2}Z$/ }

function someOption(has: (option: Volunteer['options'][number]) => boolean) {
  return ({ options }: Volunteer) => options.some((option) => has(option))
}

/** The unusual values that the API specification allows, and a persona with each of them. */
const shapes: [shape: string, persona: string, shows: (volunteer: Volunteer) => boolean][] = [
  ['an absent preferred name', 'noPreferredName', ({ user }) => !('preferredName' in user)],
  ['a preferred name of null', 'nullPreferredName', ({ user }) => user.preferredName === null],
  ['a preferred name', 'preferredName', ({ user }) => /^\w+$/.test(user.preferredName ?? '')],
  ['an empty preferred name', 'emptyPreferredName', ({ user }) => user.preferredName === ''],
  [
    'a department without a name beside one with a name',
    'unnamedDepartment',
    ({ departments }) => new Set(departments.map((entry) => 'name' in entry)).size === 2,
  ],
  [
    'all five states in one entry',
    'allStatesAtOnce',
    ({ departments }) => departmentStates.every((state) => departments[0]!.states.includes(state)),
  ],
  [
    'each state alone in an entry',
    'eachStateAlone',
    ({ departments }) =>
      departmentStates.every((state) => departments.some(({ states }) => states.join() === state)),
  ],
  [
    'an entry without a state',
    'statelessDepartment',
    ({ departments }) => departments.some(({ states }) => states.length === 0),
  ],
  [
    'every type of option',
    'everyOptionType',
    ({ options }) => optionTypes.every((type) => options.some((option) => option.type === type)),
  ],
  ['a string as option value', 'everyOptionType', someOption(({ value }) => typeof value === 'string')],
  ['a number as option value', 'everyOptionType', someOption(({ value }) => typeof value === 'number')],
  ['a list as option value', 'everyOptionType', someOption(({ value }) => Array.isArray(value))],
  ['an empty list as option value', 'unusualOptionValues', someOption(({ value }) => String(value) === '')],
  ['an empty string as option value', 'unusualOptionValues', someOption(({ value }) => value === '')],
  ['zero as option value', 'unusualOptionValues', someOption(({ value }) => value === 0)],
  ['a negative option value', 'unusualOptionValues', someOption(({ value }) => Number(value) < 0)],
  ['a fraction as option value', 'unusualOptionValues', someOption(({ value }) => Number(value) % 1 !== 0)],
  [
    'a value that does not agree with its type, for each type',
    'mismatchedOptionValues',
    ({ options }) =>
      options.length === optionTypes.length &&
      options.every(({ type, value }) => {
        const kind = Array.isArray(value) ? 'multi' : typeof value
        return kind !== { select: 'string', text: 'string', number: 'number', multi: 'multi' }[type]
      }),
  ],
  [
    'only empty lists',
    'emptyLists',
    ({ contactMethods, departments, options }) =>
      contactMethods.length + departments.length + options.length === 0,
  ],
  [
    'contact methods without a primary one',
    'noPrimaryContact',
    ({ contactMethods }) => contactMethods.length > 0 && contactMethods.every(({ isPrimary }) => !isPrimary),
  ],
  ['a primary contact method beside another', 'plain', ({ contactMethods }) => contactMethods.length === 2],
  [
    'names of more than a hundred characters',
    'longNames',
    ({ user }) => Math.min(user.firstName.length, user.lastName.length) > 100,
  ],
  ['names in another script', 'japaneseName', ({ user }) => /^\p{Script=Han}+$/u.test(user.firstName)],
  [
    'names that are written from right to left',
    'rightToLeftName',
    ({ user }) => /^\p{Script=Arabic}+$/u.test(user.lastName),
  ],
  [
    'an emoji of several code points',
    'accentsAndEmoji',
    ({ user }) => /\p{Emoji}\u200d/u.test(user.preferredName ?? ''),
  ],
  [
    'characters that HTML and JSON escape',
    'charactersToEscape',
    ({ user, options }) =>
      /[<>&'"\\]/.test(user.lastName) && options.some(({ value }) => /<[^]*\n/.test(String(value))),
  ],
  ['a name of one letter', 'shortNames', ({ user }) => user.firstName.length === 1],
  ['an empty name', 'emptyTexts', ({ user }) => user.lastName === ''],
  ['dates to the millisecond', 'plain', ({ updatedAt }) => ISO.toTheMillisecond.test(updatedAt)],
  ['dates to the second', 'datesWithoutMilliseconds', ({ createdAt }) => ISO.toTheSecond.test(createdAt)],
  ['dates with an offset', 'datesWithOffset', ({ createdAt }) => /[+-]\d{2}:\d{2}$/.test(createdAt)],
  ['dates without a time', 'datesWithoutTime', ({ createdAt }) => /^\d{4}-\d{2}-\d{2}$/.test(createdAt)],
  [
    'a record that was never updated',
    'datesWithoutMilliseconds',
    ({ createdAt, updatedAt }) => createdAt === updatedAt,
  ],
  ['an answer of 4,000 characters', 'longText', someOption(({ value }) => String(value).length >= 4000)],
  ['many departments', 'manyDepartments', ({ departments }) => departments.length === 22],
  ['a phone number of another country', 'phoneElsewhere', ({ user }) => !user.phone.startsWith('+1')],
]

function volunteerOf(name: string): Volunteer {
  return personas[name as keyof Personas].volunteer!
}

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

  test.each(shapes)('show %s', (_, name, shows) => {
    expect(shows(volunteerOf(name))).toBe(true)
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

  test('have the same department names as the generated records', () => {
    const entries = createMock()
      .volunteers.findMany()
      .flatMap((volunteer) => volunteer.departments)
    const names = new Map<string, Set<string>>()
    for (const { id, name } of entries) {
      if (name !== undefined) names.set(id, (names.get(id) ?? new Set()).add(name))
    }
    expect([...names].filter(([, all]) => all.size > 1)).toEqual([])
  })
})
