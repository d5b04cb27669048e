import { describe, expect, test } from 'vitest'
import {
  buildContactMethod,
  buildDepartmentAssignment,
  buildOption,
  buildRole,
  buildUser,
} from '../../src/index.js'

const indexes = Array.from({ length: 40 }, (_, index) => index)

test('a contact method is not the primary one by default', () => {
  expect(indexes.some((index) => buildContactMethod({}, { index }).isPrimary)).toBe(false)
  expect(buildContactMethod({ isPrimary: true }).isPrimary).toBe(true)
})

describe('buildDepartmentAssignment', () => {
  test('completes the id or the name of a known department', () => {
    for (const index of indexes) {
      expect(buildDepartmentAssignment({ id: '10' }, { index }).name).toBe('First Aid')
      expect(buildDepartmentAssignment({ name: 'Art Show' }, { index }).id).toBe('5')
    }
  })

  test('gives an unknown department a new id or name', () => {
    expect(buildDepartmentAssignment({ id: 'pool' }).name).toBe('Department pool')
    const { id } = buildDepartmentAssignment({ name: 'Swimming' })
    expect(buildDepartmentAssignment({ id }).name).toBe(`Department ${id}`)
  })

  test('omits a name of undefined, with or without an id', () => {
    expect(buildDepartmentAssignment({ name: undefined })).not.toHaveProperty('name')
    expect(buildDepartmentAssignment({ id: '1', name: undefined })).not.toHaveProperty('name')
  })
})

describe('buildOption', () => {
  test.each([
    ['select', 'string'],
    ['multi', 'object'],
    ['text', 'string'],
    ['number', 'number'],
  ] as const)('generates a value that agrees with the type %s', (type, kind) => {
    const { value } = buildOption({ type })
    expect(typeof value).toBe(kind)
    expect(Array.isArray(value)).toBe(type === 'multi')
  })

  test.each([
    [3.5, 'number'],
    ['maybe', 'text'],
    [['Friday'], 'multi'],
    [[], 'multi'],
  ] as const)('derives from the value %j the type %s', (value, type) => {
    expect(buildOption({ value: value as never })).toMatchObject({ value, type })
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
