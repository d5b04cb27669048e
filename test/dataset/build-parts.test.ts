import { describe, expect, test } from 'vitest'
import { buildContactMethod, buildDepartmentAssignment, buildOption, buildRole } from '../../src/index.js'
import { strictSchemas } from '../support/strict-schema.js'

const indexes = Array.from({ length: 40 }, (_, index) => index)

test.each([
  ['ContactMethod', buildContactMethod],
  ['DepartmentAssignment', buildDepartmentAssignment],
  ['Option', buildOption],
  ['Role', buildRole],
] as const)('a %s from nothing is valid, and different indexes give different ones', (kind, build) => {
  const built = indexes.map((index) => build({}, { index }))
  for (const each of built) expect(strictSchemas[kind].safeParse(each).error).toBeUndefined()
  expect(new Set(built.map((each) => JSON.stringify(each))).size).toBeGreaterThan(5)
})

describe('buildContactMethod', () => {
  test('is not the primary one unless told', () => {
    expect(indexes.some((index) => buildContactMethod({}, { index }).isPrimary)).toBe(false)
    expect(buildContactMethod({ isPrimary: true }).isPrimary).toBe(true)
  })
})

describe('buildDepartmentAssignment', () => {
  test('gives a known department its name for its id, and its id for its name', () => {
    for (const index of indexes) {
      expect(buildDepartmentAssignment({ id: '10' }, { index }).name).toBe('First Aid')
      expect(buildDepartmentAssignment({ name: 'Art Show' }, { index }).id).toBe('5')
    }
  })

  test('gives an unknown department no id and no name of a known one', () => {
    expect(buildDepartmentAssignment({ id: 'pool' }).name).toBe('Department pool')
    const { id } = buildDepartmentAssignment({ name: 'Swimming' })
    expect(buildDepartmentAssignment({ id }).name).toBe(`Department ${id}`)
  })

  test('keeps an id and a name that are both given, even when they belong to two departments', () => {
    expect(buildDepartmentAssignment({ id: '1', name: 'HR' })).toMatchObject({ id: '1', name: 'HR' })
  })

  test('leaves the name out for undefined, with an id or without', () => {
    expect(buildDepartmentAssignment({ name: undefined })).not.toHaveProperty('name')
    expect(buildDepartmentAssignment({ id: '1', name: undefined })).not.toHaveProperty('name')
  })

  test('takes undefined for the id or the states as not given', () => {
    const { states } = buildDepartmentAssignment()
    expect(buildDepartmentAssignment({ id: undefined, name: 'HR', states: undefined })).toEqual({
      id: '2',
      name: 'HR',
      states,
    })
  })
})

describe('buildOption', () => {
  test.each([
    ['select', 'string'],
    ['multi', 'object'],
    ['text', 'string'],
    ['number', 'number'],
  ] as const)('gives the type %s a value that fits', (type, kind) => {
    const { value } = buildOption({ type })
    expect(typeof value).toBe(kind)
    expect(Array.isArray(value)).toBe(type === 'multi')
  })

  test.each([
    [3.5, 'number'],
    ['maybe', 'text'],
    [['Friday'], 'multi'],
    [[], 'multi'],
  ] as const)('gives the value %j the type %s', (value, type) => {
    expect(buildOption({ value: value as never })).toMatchObject({ value, type })
  })

  test('keeps a type and a value that do not agree, which the document allows', () => {
    expect(buildOption({ type: 'number', value: 'twelve' })).toMatchObject({
      type: 'number',
      value: 'twelve',
    })
  })

  test('has a value that fits its type when neither is given, whatever the name', () => {
    const built = indexes.map((index) => buildOption({ name: 'Hours' }, { index }))
    for (const { name, type, value } of built) {
      expect(name).toBe('Hours')
      expect(Array.isArray(value) ? 'multi' : typeof value).toBe(
        { select: 'string', text: 'string', number: 'number', multi: 'multi' }[type],
      )
    }
    expect(new Set(built.map(({ type }) => type)).size).toBe(4)
  })

  test('takes undefined for a required field as not given', () => {
    const none = { name: undefined, type: undefined, value: undefined }
    expect(buildOption(none)).toEqual(buildOption())
    expect(buildOption({ ...none, type: 'multi' })).toEqual(buildOption({ type: 'multi' }))
  })
})

describe('buildRole', () => {
  test('keeps what is given', () => {
    expect(buildRole({ id: 'x', name: '' })).toEqual({ id: 'x', name: '' })
  })

  test('has a name and an id of its own for every index, and a name for a given id', () => {
    const roles = Array.from({ length: 3000 }, (_, index) => buildRole({}, { index }))
    expect(new Set(roles.map(({ id }) => id)).size).toBe(3000)
    expect(new Set(roles.map(({ name }) => name)).size).toBe(3000)
    expect(buildRole({ id: '5' }).name).not.toBe(buildRole({ id: '6' }).name)
  })

  test('takes undefined for a required field as not given', () => {
    expect(buildRole({ id: undefined, name: undefined })).toEqual(buildRole())
  })
})
