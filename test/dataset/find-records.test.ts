import { describe, expect, test } from 'vitest'
import { createMock, InvalidOptionError, type Volunteer, type Where } from '../../src/index.js'

describe('finding records', () => {
  const mock = createMock()

  test("returns the record with an id, or with a user's id, or undefined", () => {
    expect(mock.volunteers.find('50000001')?.user.id).toBe('1')
    expect(mock.volunteers.find({ user: { id: '1' } })?.id).toBe('50000001')
    expect(mock.volunteers.find({ user: { id: '28' } })).toBeUndefined()
    expect(mock.users.find('28')).toMatchObject({ firstName: 'Felix' })
    expect(mock.roles.find('1')).toEqual({ id: '1', name: 'staff' })
    for (const records of [mock.volunteers, mock.users, mock.roles]) {
      expect(records.find('unknown')).toBeUndefined()
      expect(records.find('')).toBeUndefined()
    }
  })

  test('returns the first matching record in the order of ids', () => {
    expect(mock.volunteers.find({ departments: [{ states: ['avoid'] }] })?.id).toBe('50000007')
    expect(mock.volunteers.find(({ options }) => options.length === 0)?.id).toBe('50000013')
    expect(mock.roles.find({ name: 'no role has this name' })).toBeUndefined()
  })

  test('returns undefined if the id matches but another member does not', () => {
    expect(mock.roles.find({ id: '1', name: 'admin' })).toBeUndefined()
    expect(mock.volunteers.find({ user: { id: '1', firstName: 'Maya' } })).toBeUndefined()
    expect(mock.volunteers.find({ id: '50000001', user: { id: '2' } })).toBeUndefined()
  })

  test('returns all matching records, or all records, in the order of ids', () => {
    const nameless = mock.users.findMany({ preferredName: null }).map(({ id }) => id)
    expect(nameless).toEqual(['3', '29'])
    expect(mock.roles.findMany(({ id }) => id === '4' || id === '2').map(({ id }) => id)).toEqual(['2', '4'])
    expect(mock.roles.findMany('1')).toHaveLength(1)
    expect(mock.roles.findMany('nothing')).toEqual([])
    const ids = mock.volunteers.findMany().map(({ id }) => Number(id))
    expect(ids).toHaveLength(200)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('passes on an error of a predicate', () => {
    expect(() => mock.roles.find(({ name }) => name.at(0)!.repeat(-1) === '')).toThrow(RangeError)
  })
})

describe('a condition that can never match is an error', () => {
  const mock = createMock({ data: 'edge-cases' })

  test.each<[Where<Volunteer>, string]>([
    [{ user: { id: 1 as never } }, '$.user.id: expected string, received number'],
    [{ user: { ids: '1' } as never }, '$.user.ids: unknown field: did you mean "id"?'],
    [{ firstName: 'Ada' } as never, '$.firstName: unknown field: did you mean "user: { firstName: … }"?'],
    [{ departments: [{ states: ['avoided' as never] }] }, '$.departments[0].states[0]: expected one of'],
    [{ departments: { id: '1' } as never }, '$.departments: expected array, received object'],
    [{ user: null as never }, '$.user: expected object, received null'],
    [{ user: { id: undefined } }, '$.user.id: is missing; expected string'],
    [{ createdAt: 'yesterday' }, '$.createdAt: expected an ISO-8601 date'],
    [JSON.parse('{"__proto__":{}}') as never, '$.__proto__: unknown field'],
    [null as never, 'the condition must be'],
    [7 as never, 'the condition must be an id, an object with members of the record, or a function'],
  ])('%j', async (where, message) => {
    for (const name of ['find', 'findMany', 'count'] as const) {
      expect(() => mock.volunteers[name](where)).toThrow(message)
      expect(() => mock.volunteers[name](where)).toThrow(InvalidOptionError)
    }
    await expect(mock.volunteers.update(where, {})).rejects.toThrow(message)
    await expect(mock.volunteers.delete(where)).rejects.toThrow(message)
    await expect(mock.volunteers.deleteMany(where)).rejects.toThrow(message)
  })

  test('a missing optional member is not one', () => {
    expect(mock.volunteers.findMany({ user: { preferredName: undefined } }).length).toBeGreaterThan(0)
  })
})

test('an id of the wrong kind is named as such', async () => {
  const { roles, volunteers } = createMock()
  expect(() => roles.find('staff')).toThrow(
    `no role matches "staff"; the role name "staff" belongs to the role "1": select it by { name: 'staff' }`,
  )
  const hint = 'the user id "1" belongs to the volunteer "50000001": select it by { user: { id: \'1\' } }'
  for (const name of ['find', 'findMany', 'count'] as const) expect(() => volunteers[name]('1')).toThrow(hint)
  await expect(volunteers.update('1', {})).rejects.toThrow(hint)
  expect(volunteers.find('28')).toBeUndefined()
})

test('count counts matching records, or all records', () => {
  const mock = createMock()
  expect(mock.roles.count()).toBe(250)
  expect(mock.users.count({ preferredName: null })).toBe(2)
  expect(mock.volunteers.count('50000001')).toBe(1)
  expect(mock.volunteers.count(() => false)).toBe(0)
})
