import { describe, expect, test } from 'vitest'
import { buildRole, buildUser, buildVolunteer } from '../../src/index.js'
import { strictSchemas } from '../support/strict-schema.js'
import { problemPaths, problemsOf } from '../support/thrown.js'
import { parseData } from '../support/convention.js'

const volunteer = buildVolunteer({ id: '10', user: { id: '1' } })
const other = buildVolunteer({ id: '11', user: { id: '2' } }, { index: 1 })
const user = buildUser({ id: '3' })
const roles = [buildRole({ id: '1', name: 'staff' }), buildRole({ id: '2', name: 'admin' })]

describe('parseData', () => {
  test('reads absent or undefined lists as empty', () => {
    const { format, ...lists } = parseData({})
    expect(format).toBe('conmock-1')
    expect(Object.values(lists).flat()).toEqual([])
    expect(parseData({ roles: undefined, users: undefined })).toEqual({ format, ...lists })
  })

  test.each([[null], [undefined], ['{}'], [7], [[]], [[volunteer]]])('refuses %j: not an object', (input) => {
    expect(problemPaths(() => parseData(input))).toEqual(['$'])
  })

  test.each([
    ['another format', { format: 'conmock-2' }, '$.format'],
    ['an object for a list', { roles: { id: '1', name: 'x' } }, '$.roles'],
    ['an unknown list', { people: [] }, '$.people'],
    ['null for an entry', { roles: [roles[0], null] }, '$.roles[1]'],
    ['null for a field', { roles: [{ id: '1', name: null }] }, '$.roles[0].name'],
    ['a string for a user', { volunteers: [{ user: '42' }] }, '$.volunteers[0].user'],
    [
      'an object for an option value',
      { volunteers: [{ options: [{ value: {} }] }] },
      '$.volunteers[0].options[0].value',
    ],
    ['null for a date', { volunteers: [{ ...volunteer, createdAt: null }] }, '$.volunteers[0].createdAt'],
    ['an unknown field', { users: [{ ...user, isStaff: true }] }, '$.users[0].isStaff'],
    ['an unknown field with an odd name', { users: [{ ...user, 'e-mail 2': '' }] }, '$.users[0]["e-mail 2"]'],
    ['the field __proto__', JSON.parse('{"roles":[{"id":"1","__proto__":1}]}'), '$.roles[0].__proto__'],
    ['a nested field', { volunteers: [{}, { user: { phone: '0' } }] }, '$.volunteers[1].user.phone'],
  ])('gives the JSON path of %s', (_, input, path) => {
    expect(problemPaths(() => parseData(input))).toEqual([path])
  })

  const twice = { ...other, user: volunteer.user }

  test.each([
    [{ volunteers: [volunteer, { ...other, id: '10' }] }, 'volunteers[1].id', 'volunteers[0].id'],
    [{ volunteers: [volunteer, twice] }, 'volunteers[1].user.id', 'volunteers[0].user.id'],
    [{ volunteers: [volunteer], users: [user, volunteer.user] }, 'users[1].id', 'volunteers[0].user.id'],
    [{ users: [user, user] }, 'users[1].id', 'users[0].id'],
    [{ roles: [...roles, { id: '1', name: 'x' }] }, 'roles[2].id', 'roles[0].id'],
    [{ roles: [...roles, { id: '9', name: 'admin' }] }, 'roles[2].name', 'roles[1].name'],
  ])('gives both JSON paths of a value that appears twice: %#', (input, path, first) => {
    expect(problemsOf(() => parseData(input))).toEqual([
      { path: `$.${path}`, reason: expect.stringContaining(`is already used at $.${first}`) },
    ])
  })

  test('reports all problems together: invalid fields, unknown fields and duplicates', () => {
    const input = {
      format: 'x',
      volunteers: [
        { ...volunteer, createdAt: 'soon' },
        { ...volunteer, user: { ...user, id: 5 } },
      ],
      users: [{ ...user, nmae: 'x' }],
      roles: [roles[0], { ...roles[0], id: '7' }],
    }
    expect(problemPaths(() => parseData(input)).toSorted()).toEqual([
      '$.format',
      '$.roles[1].name',
      '$.users[0].nmae',
      '$.volunteers[0].createdAt',
      '$.volunteers[1].id',
      '$.volunteers[1].user.id',
    ])
  })
})

test.each([
  ['invalid records', { roles: Array.from({ length: 130_000 }, () => ({ id: 1 })) }, ['$.roles[9999].id']],
  [
    'repeated records',
    { roles: Array.from({ length: 65_001 }, () => roles[0]!) },
    ['$.roles[65000].id', '$.roles[65000].name'],
  ],
])('more problems than the stack can hold are one error: %s', (_what, data, expected) => {
  expect(problemPaths(() => parseData(data))).toEqual(expect.arrayContaining(expected))
})

function preferredNames(users: readonly object[]) {
  return parseData({ users }).users.flatMap(({ preferredName }) => preferredName ?? [])
}

describe('a partial data file', () => {
  const partial = {
    volunteers: [{ user: { id: '1', firstName: 'Ann' } }, { departments: [{ name: 'HR' }] }, {}],
    users: [{ username: 'ann2' }],
    roles: [{ name: 'staff' }, {}],
  }

  test('is completed to valid records, which keep the given fields', () => {
    const { volunteers, users, roles: read } = parseData(partial)
    expect(volunteers[0]!.user).toMatchObject({
      id: '1',
      firstName: 'Ann',
      username: expect.stringMatching(/^ann/),
    })
    expect(volunteers[1]!.departments).toMatchObject([{ id: '2', name: 'HR', states: expect.any(Array) }])
    expect(users[0]).toMatchObject({ username: 'ann2', email: expect.stringMatching(/^ann2@/) })
    expect(read).toMatchObject([{ name: 'staff' }, { name: expect.any(String) }])
    for (const each of volunteers) expect(strictSchemas.Volunteer.safeParse(each).error).toBeUndefined()
  })

  test('is completed in the same way each time, but differently for another seed, and only once', () => {
    const whole = parseData(partial)
    expect(parseData(partial)).toEqual(whole)
    expect(parseData(partial, { seed: 2 })).not.toEqual(whole)
    expect(parseData(whole, { seed: 7 })).toEqual(whole)
  })

  test('has its optional fields generated, unless it has all required fields or omits them', () => {
    const { preferredName: _, ...complete } = { ...user, preferredName: 'x' }
    const ids = Array.from({ length: 30 }, (_each, index) => `u${index}`)
    expect(preferredNames(ids.map((id) => ({ ...complete, id })))).toEqual([])
    expect(preferredNames(ids.map((id) => ({ id }))).length).toBeGreaterThan(3)
    for (const preferredName of [undefined, { $absent: true }]) {
      expect(preferredNames(ids.map((id) => ({ id, preferredName })))).toEqual([])
    }
    const [{ departments } = {}] = parseData({
      volunteers: [{ departments: [{ id: '1', name: { $absent: true } }] }],
    }).volunteers
    expect(departments?.[0]).not.toHaveProperty('name')
  })

  test('gets only ids and role names that are not in the file yet', () => {
    const first = parseData({ volunteers: [{}], users: [{}], roles: [{}, {}] })
    const taken = {
      volunteers: [{}, {}, { id: first.volunteers[0]!.id, user: { id: first.users[0]!.id } }],
      users: [{}, { id: first.volunteers[0]!.user.id }],
      roles: [{}, {}, { id: 'x', name: first.roles[0]!.name }, { id: first.roles[1]!.id, name: 'y' }],
    }
    const { volunteers, users, roles: read } = parseData(taken)
    const userIds = [...volunteers.map(({ user: { id } }) => id), ...users.map(({ id }) => id)]
    for (const values of [
      volunteers.map(({ id }) => id),
      userIds,
      read.map(({ id }) => id),
      read.map(({ name }) => name),
    ]) {
      expect(new Set(values).size).toBe(values.length)
    }
  })
})
