import { describe, expect, test } from 'vitest'
import { buildVolunteer, type Volunteer, type Where } from '../../src/index.js'
import { createTest } from '../../src/dataset/where.js'

const volunteer = buildVolunteer({
  id: '77',
  user: { id: '42', firstName: 'Sky', preferredName: null },
  departments: [
    { id: '4', states: ['avoid'], name: undefined },
    { id: '1', states: ['interest', 'request'] },
  ],
  contactMethods: [],
  options: [{ name: 'Days', type: 'multi', value: ['Friday', 'Sunday'] }],
})

const matching: [string, Where<Volunteer>][] = [
  ['the id', '77'],
  ['a member', { id: '77' }],
  ['a nested member', { user: { firstName: 'Sky' } }],
  ['null for a member of null', { user: { preferredName: null } }],
  ['an element of a list by one of its members', { departments: [{ states: ['request'] }] }],
  ['elements in another order', { departments: [{ id: '1' }, { id: '4' }] }],
  ['undefined for an absent member', { departments: [{ id: '4', name: undefined }] }],
  ['an empty list for any list', { departments: [], contactMethods: [] }],
  ['an element of an option value', { options: [{ value: ['Sunday'] }] }],
  ['an empty object', {}],
  ['a predicate', ({ departments }) => departments.length === 2],
]

const notMatching: [string, Where<Volunteer>][] = [
  ['another id', '78'],
  ["the user's id in place of the record's id", '42'],
  ['another member', { user: { firstName: 'Sky', lastName: 'other' } }],
  ['part of a string', { user: { firstName: 'Sk' } }],
  ['undefined for a member of null', { user: { preferredName: undefined } }],
  ['undefined for a member with a value', { user: { firstName: undefined } }],
  ['members of two different elements', { departments: [{ id: '1', states: ['avoid'] }] }],
  ['an element that the list does not contain', { departments: [{ id: '1' }, { id: '2' }] }],
  ['an element of an empty list', { contactMethods: [{}] }],
  ['a list for a string', { options: [{ name: ['Days'] as never }] }],
  ['a predicate that returns false', () => false],
]

describe('createTest', () => {
  test.each(matching)('matches a record by %s', (_, where) => {
    expect(createTest(where)(volunteer)).toBe(true)
  })

  test.each(notMatching)('does not match a record by %s', (_, where) => {
    expect(createTest(where)(volunteer)).toBe(false)
  })
})
