import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createMock, personas, type Persona, type Volunteer } from '../../src/index.js'
import { departmentStates, optionTypes } from '../../src/contract/enums.js'
import { handMadeRoles, handMadeUsers, handMadeVolunteers } from '../../src/dataset/personas.js'
import { parseData } from '../../src/dataset/parse-data.js'

const ISO = { toTheMillisecond: /T[\d:]+\.\d{3}Z$/, toTheSecond: /T\d{2}:\d{2}:\d{2}Z$/ }

function someOption(has: (option: Volunteer['options'][number]) => boolean) {
  return ({ options }: Volunteer) => options.some((option) => has(option))
}

/** Every shape that the document allows, and the persona who shows it. */
const shapes: [shape: string, persona: string, shows: (volunteer: Volunteer) => boolean][] = [
  ['a preferred name that is left out', 'no preferred name', ({ user }) => !('preferredName' in user)],
  ['a preferred name of null', 'null preferred name', ({ user }) => user.preferredName === null],
  ['a preferred name', 'preferred name', ({ user }) => /^\w+$/.test(user.preferredName ?? '')],
  ['an empty preferred name', 'empty preferred name', ({ user }) => user.preferredName === ''],
  [
    'a department without a name beside one with it',
    'unnamed department',
    ({ departments }) => new Set(departments.map((entry) => 'name' in entry)).size === 2,
  ],
  [
    'all five states in one entry',
    'all states at once',
    ({ departments }) => departmentStates.every((state) => departments[0]!.states.includes(state)),
  ],
  [
    'each state alone in an entry',
    'each state alone',
    ({ departments }) =>
      departmentStates.every((state) => departments.some(({ states }) => states.join() === state)),
  ],
  [
    'an entry without a state',
    'stateless department',
    ({ departments }) => departments.some(({ states }) => states.length === 0),
  ],
  [
    'every type of option',
    'every option type',
    ({ options }) => optionTypes.every((type) => options.some((option) => option.type === type)),
  ],
  ['a text as option value', 'every option type', someOption(({ value }) => typeof value === 'string')],
  ['a number as option value', 'every option type', someOption(({ value }) => typeof value === 'number')],
  ['a list as option value', 'every option type', someOption(({ value }) => Array.isArray(value))],
  ['an empty list as option value', 'unusual option values', someOption(({ value }) => String(value) === '')],
  ['an empty text as option value', 'unusual option values', someOption(({ value }) => value === '')],
  ['zero as option value', 'unusual option values', someOption(({ value }) => value === 0)],
  ['a negative option value', 'unusual option values', someOption(({ value }) => Number(value) < 0)],
  ['a fraction as option value', 'unusual option values', someOption(({ value }) => Number(value) % 1 !== 0)],
  [
    'a value unlike its type, for each type',
    'mismatched option values',
    ({ options }) =>
      options.length === optionTypes.length &&
      options.every(({ type, value }) => {
        const kind = Array.isArray(value) ? 'multi' : typeof value
        return kind !== { select: 'string', text: 'string', number: 'number', multi: 'multi' }[type]
      }),
  ],
  [
    'lists that are all empty',
    'empty lists',
    ({ contactMethods, departments, options }) =>
      contactMethods.length + departments.length + options.length === 0,
  ],
  [
    'contact methods, none of them primary',
    'no primary contact',
    ({ contactMethods }) => contactMethods.length > 0 && contactMethods.every(({ isPrimary }) => !isPrimary),
  ],
  ['a primary contact method beside another', 'plain', ({ contactMethods }) => contactMethods.length === 2],
  [
    'names of more than a hundred characters',
    'long names',
    ({ user }) => Math.min(user.firstName.length, user.lastName.length) > 100,
  ],
  ['names in another script', 'Japanese name', ({ user }) => /^\p{Script=Han}+$/u.test(user.firstName)],
  [
    'names that run from right to left',
    'right-to-left name',
    ({ user }) => /^\p{Script=Arabic}+$/u.test(user.lastName),
  ],
  [
    'an emoji of several code points',
    'accents and emoji',
    ({ user }) => /\p{Emoji}\u200d/u.test(user.preferredName ?? ''),
  ],
  [
    'characters that HTML and JSON escape',
    'characters to escape',
    ({ user, options }) =>
      /[<>&'"\\]/.test(user.lastName) && options.some(({ value }) => /<[^]*\n/.test(String(value))),
  ],
  ['a name of one letter', 'short names', ({ user }) => user.firstName.length === 1],
  ['an empty name', 'empty texts', ({ user }) => user.lastName === ''],
  ['dates to the millisecond', 'plain', ({ updatedAt }) => ISO.toTheMillisecond.test(updatedAt)],
  ['dates to the second', 'dates without milliseconds', ({ createdAt }) => ISO.toTheSecond.test(createdAt)],
  ['dates with an offset', 'dates with an offset', ({ createdAt }) => /[+-]\d{2}:\d{2}$/.test(createdAt)],
  ['dates without a time', 'dates without a time', ({ createdAt }) => /^\d{4}-\d{2}-\d{2}$/.test(createdAt)],
  [
    'a record that was never updated',
    'dates without milliseconds',
    ({ createdAt, updatedAt }) => createdAt === updatedAt,
  ],
  ['an answer of 4,000 characters', 'long text', someOption(({ value }) => String(value).length >= 4000)],
  ['many departments', 'many departments', ({ departments }) => departments.length === 16],
  ['a phone number of another country', 'phone elsewhere', ({ user }) => !user.phone.startsWith('+1')],
]

function named(name: string): Persona {
  return personas.find((persona) => persona.name === name)!
}

describe('the personas', () => {
  test('are valid, with unique ids and role names', () => {
    const data = { volunteers: handMadeVolunteers(), users: handMadeUsers(), roles: handMadeRoles() }
    expect(parseData(data)).toEqual({ format: 'conmock-1', ...data })
  })

  test('are what the file of the package holds', () => {
    const text = readFileSync(new URL('../../fixtures/personas.json', import.meta.url), 'utf8')
    expect(JSON.parse(text)).toEqual({ personas, roles: handMadeRoles() })
  })

  test.each(shapes)('show %s', (_, name, shows) => {
    expect(shows(named(name).volunteer!)).toBe(true)
  })

  test('show users without a volunteer record', () => {
    expect(personas.filter(({ volunteer }) => volunteer === null)).toEqual(
      ['no record', 'no record, null preferred name'].map((name) =>
        expect.objectContaining({ name, user: expect.objectContaining({ id: expect.any(String) }) }),
      ),
    )
  })

  test('each have a name of their own, and a record or a user, never both', () => {
    expect(new Set(personas.map(({ name }) => name)).size).toBe(personas.length)
    for (const { volunteer, user } of personas) expect(volunteer === null).toBe(user !== undefined)
  })

  test.each([1, 2, 4711])('collide with nothing that seed %i generates', (seed) => {
    const { volunteers, users, roles } = createMock({ seed, volunteers: 3000, roles: 3000 }).export()
    expect(() => parseData({ volunteers, users, roles })).not.toThrow()
  })
})
