import { describe, expect, test } from 'vitest'
import {
  buildContactMethod,
  buildDepartmentAssignment,
  buildOption,
  buildRole,
  buildUser,
  buildVolunteer,
  InvalidOptionError,
} from '../../src/index.js'
import { problemPaths, problemsOf, thrownBy } from '../support/thrown.js'

/** What a caller in plain JavaScript may pass, which no type stops. */
function anything(value: unknown): never {
  return value as never
}

const builders = {
  buildContactMethod,
  buildDepartmentAssignment,
  buildOption,
  buildRole,
  buildUser,
  buildVolunteer,
}

describe.each(Object.entries(builders))('%s', (_, build) => {
  test.each([[null], ['text'], [7], [true], [[]]])(
    'refuses %j, and says that it takes an object',
    (input) => {
      expect(problemsOf(() => build(anything(input)))).toEqual([
        { path: '$', reason: expect.stringContaining('object') },
      ])
    },
  )

  test('refuses a field that the document does not know', () => {
    expect(problemPaths(() => build(anything({ nmae: 'x' })))).toEqual(['$.nmae'])
  })

  test('refuses an option that does not exist, and options that are no object', () => {
    const misspelt = thrownBy(() => build({}, anything({ idx: 3 })))
    expect(misspelt).toBeInstanceOf(InvalidOptionError)
    expect((misspelt as Error).message).toMatch(/^unknown option "idx": did you mean "index"\?/)
    for (const options of [null, 5, 'index', []])
      expect(thrownBy(() => build({}, anything(options)))).toBeInstanceOf(InvalidOptionError)
  })

  test('refuses a seed or an index that is no whole number from 0', () => {
    for (const number of [-1, 1.5, Number.NaN, 2 ** 53]) {
      expect(thrownBy(() => build({}, { seed: number }))).toBeInstanceOf(InvalidOptionError)
      expect(thrownBy(() => build({}, { index: number }))).toBeInstanceOf(InvalidOptionError)
    }
  })
})

function buildAllWrong(): unknown {
  return buildVolunteer({
    id: anything(1),
    updatedAt: 'soon',
    user: { phone: '1', email: anything(null) },
    contactMethods: [{}, { name: anything(3) }],
    departments: [{ states: anything(['maybe']) }],
    options: [{ type: anything('radio') }],
  })
}

describe('an invalid record', () => {
  test.each([
    ['a phone number that is none', () => buildUser({ phone: '555-0101' }), '$.phone'],
    ['a number for a text', () => buildUser({ id: anything(42) }), '$.id'],
    ['null for a required field', () => buildUser({ lastName: anything(null) }), '$.lastName'],
    ['a state that is none', () => buildDepartmentAssignment({ states: anything(['maybe']) }), '$.states[0]'],
    ['null for a department name', () => buildDepartmentAssignment({ name: anything(null) }), '$.name'],
    ['an option type that is none', () => buildOption({ type: anything('radio') }), '$.type'],
    ['an object for an option value', () => buildOption({ value: anything({}) }), '$.value'],
    ['a number in a list of texts', () => buildOption({ value: anything([1]) }), '$.value'],
    ['a number that JSON cannot hold', () => buildOption({ value: Number.NaN }), '$.value'],
    ['a text for a boolean', () => buildContactMethod({ isPrimary: anything('yes') }), '$.isPrimary'],
    ['a date that is none', () => buildVolunteer({ createdAt: '2026-02-30' }), '$.createdAt'],
    ['a phone number in a record', () => buildVolunteer({ user: { phone: '1' } }), '$.user.phone'],
    ['a user that is none', () => buildVolunteer({ user: anything('42') }), '$.user'],
    ['a list that is none', () => buildVolunteer({ options: anything({}) }), '$.options'],
    [
      'an element that is none',
      () => buildVolunteer({ departments: anything([{}, '4']) }),
      '$.departments[1]',
    ],
    [
      'a state in the second department',
      () => buildVolunteer({ departments: [{}, { states: anything(['avoid', 'maybe']) }] }),
      '$.departments[1].states[1]',
    ],
    [
      'a field of an element that the document does not know',
      () => buildVolunteer({ contactMethods: [anything({ vlaue: '' })] }),
      '$.contactMethods[0].vlaue',
    ],
    [
      'a field of the user that the document does not know',
      () => buildVolunteer({ user: anything({ isStaff: true }) }),
      '$.user.isStaff',
    ],
  ])('is refused with the place: %s', (_, build, path) => {
    expect(problemPaths(build)).toEqual([path])
  })

  test('is refused with all its problems at once', () => {
    expect(problemPaths(buildAllWrong).toSorted()).toEqual([
      '$.contactMethods[1].name',
      '$.departments[0].states[0]',
      '$.id',
      '$.options[0].type',
      '$.updatedAt',
      '$.user.email',
      '$.user.phone',
    ])
  })

  test('is refused with the fields that the document does not know beside what is wrong with the others', () => {
    expect(problemPaths(() => buildUser(anything({ phone: '1', nmae: 'x' }))).toSorted()).toEqual([
      '$.nmae',
      '$.phone',
    ])
  })

  test('names the kind, the place and the reason in its message, a line for each problem', () => {
    expect(thrownBy(() => buildUser({ phone: '1', id: anything(2) }))).toMatchObject({
      name: 'DataError',
      message: expect.stringMatching(/^User: \$\.id: .+\nUser: \$\.phone: .*E\.164.*$/),
    })
  })
})
