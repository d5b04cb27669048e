import { describe, expect, test } from 'vitest'
import { buildRole, buildUser, buildVolunteer, type FactoryOptions } from '../../src/index.js'
import { questions } from '../../src/convention/words.js'

const indexes = Array.from({ length: 40 }, (_, index) => index)

type Parts = NonNullable<Parameters<typeof buildVolunteer>[0]>

/** Builds a volunteer with one element in a list, and returns that element. */
function buildPart<List extends 'contactMethods' | 'departments' | 'options'>(
  list: List,
  part: NonNullable<Parts[List]>[number],
  options?: FactoryOptions,
) {
  const [built, ...others] = buildVolunteer({ [list]: [part] }, options)[list]
  expect(others).toEqual([])
  return built as ReturnType<typeof buildVolunteer>[List][number]
}

test('a generated option agrees with the user of the record', () => {
  const volunteers = indexes.map((index) =>
    buildVolunteer({ user: { firstName: 'Ada', lastName: 'Byron' }, options: [{}] }, { index }),
  )
  const names = volunteers.flatMap(({ options }) =>
    options.filter(({ name }) => name === questions.formalName).map(({ value }) => value),
  )
  expect(new Set(names)).toEqual(new Set(['Ada Byron']))
})

describe('a department', () => {
  test('completes the id or the name of a known department', () => {
    for (const index of indexes) {
      expect(buildPart('departments', { id: '10' }, { index }).name).toBe('First Aid')
      expect(buildPart('departments', { name: 'Art Show' }, { index }).id).toBe('5')
    }
  })

  test('gives an unknown department a new id or name', () => {
    expect(buildPart('departments', { id: 'pool' }).name).toBe('Department pool')
    const { id } = buildPart('departments', { name: 'Swimming' })
    expect(buildPart('departments', { id }).name).toBe(`Department ${id}`)
  })

  test('omits a name of undefined, with or without an id', () => {
    expect(buildPart('departments', { name: undefined })).not.toHaveProperty('name')
    expect(buildPart('departments', { id: '1', name: undefined })).not.toHaveProperty('name')
  })
})

describe('an option', () => {
  test.each([
    ['select', 'string'],
    ['multi', 'object'],
    ['text', 'string'],
    ['number', 'number'],
  ] as const)('generates a value that agrees with the type %s', (type, kind) => {
    const { value } = buildPart('options', { type })
    expect(typeof value).toBe(kind)
    expect(Array.isArray(value)).toBe(type === 'multi')
  })

  test.each([
    [3.5, 'number'],
    ['maybe', 'text'],
    [['Friday'], 'multi'],
    [[], 'multi'],
  ] as const)('derives from the value %j the type %s', (value, type) => {
    expect(buildPart('options', { value: value as never })).toMatchObject({ value, type })
  })
})

test('buildRole generates a unique name and id for each index, and a name from a given id', () => {
  const roles = Array.from({ length: 3000 }, (_, index) => buildRole({}, { index }))
  expect(new Set(roles.map(({ id }) => id)).size).toBe(3000)
  expect(new Set(roles.map(({ name }) => name)).size).toBe(3000)
  expect(buildRole({ id: '5' }).name).not.toBe(buildRole({ id: '6' }).name)
})

describe('buildUser', () => {
  test('derives the username from the names and the id, and the email from the username', () => {
    const user = buildUser({ id: '77', firstName: 'Zoë', lastName: "O'Brien" })
    expect(user.username).toMatch(/^zoe[._]obrien77$/)
    expect(user.email).toMatch(/^zoe[._]obrien77@example\.(com|org|net)$/)
  })

  test('derives an ASCII username from names in other scripts', () => {
    const user = buildUser({ id: '78', firstName: '陽翔', lastName: 'ليلى' })
    expect(user.username).toMatch(/^[\w.]+78$/)
    expect(user.email).toBe(`${user.username}@${user.email.split('@')[1]}`)
  })

  test('needs no longer than a moment for a very long name of digits', { timeout: 5000 }, () => {
    expect(buildUser({ id: '7', firstName: '0'.repeat(200_000), lastName: 'x' }).username).toHaveLength(
      200_003,
    )
  })

  test('generates a preferred name for some users, and omits one of undefined', () => {
    const having = indexes.filter((index) => 'preferredName' in buildUser({}, { index }))
    expect(having.length).toBeGreaterThan(0)
    expect(having.length).toBeLessThan(indexes.length)
    for (const index of having) {
      expect(buildUser({ preferredName: undefined }, { index })).not.toHaveProperty('preferredName')
    }
  })
})
