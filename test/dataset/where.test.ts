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

const meant: [string, Where<Volunteer>][] = [
  ['the id', '77'],
  ['a member', { id: '77' }],
  ['a member at some depth', { user: { firstName: 'Sky' } }],
  ['null for what is null', { user: { preferredName: null } }],
  ['an element of a list by one of its members', { departments: [{ states: ['request'] }] }],
  ['elements in another order', { departments: [{ id: '1' }, { id: '4' }] }],
  ['undefined for what is absent', { departments: [{ id: '4', name: undefined }] }],
  ['an empty list for any list', { departments: [], contactMethods: [] }],
  ['an element of an option value', { options: [{ value: ['Sunday'] }] }],
  ['nothing at all', {}],
  ['a predicate', ({ departments }) => departments.length === 2],
]

const notMeant: [string, Where<Volunteer>][] = [
  ['another id', '78'],
  ["the user's id where the record's is asked for", '42'],
  ['another member', { user: { firstName: 'Sky', lastName: 'nobody' } }],
  ['part of a text', { user: { firstName: 'Sk' } }],
  ['undefined for what is null', { user: { preferredName: undefined } }],
  ['undefined for what is there', { user: { firstName: undefined } }],
  ['members of two elements as if of one', { departments: [{ id: '1', states: ['avoid'] }] }],
  ['one element too many', { departments: [{ id: '1' }, { id: '2' }] }],
  ['an element of an empty list', { contactMethods: [{}] }],
  ['a list where a text is', { options: [{ name: ['Days'] as never }] }],
  ['a predicate that says no', () => false],
]

describe('createTest', () => {
  test.each(meant)('takes a record by %s', (_, where) => {
    expect(createTest(where)(volunteer)).toBe(true)
  })

  test.each(notMeant)('leaves a record by %s', (_, where) => {
    expect(createTest(where)(volunteer)).toBe(false)
  })
})
