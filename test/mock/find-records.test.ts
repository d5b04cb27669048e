import { describe, expect, test } from 'vitest'
import { createMock, type Role, type Volunteer, type Where } from '../../src/index.js'

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

function names(records: readonly { name: string }[]): string[] {
  return records.map(({ name }) => name)
}

/** Matches roles whose names start with this text. */
function named(start: string): Where<Role> {
  return (q) => q.where({ name: (name) => name.startsWith(start) })
}

describe('a query of @msw/data', () => {
  const mock = createMock({ data: 'edge-cases' })

  test.each<[string, Where<Role>, string[]]>([
    ['a value', (q) => q.where({ name: 'hr' }), ['hr']],
    ['a function of a member', named('a'), ['admin', 'attendee']],
    ['a function of the record', (q) => q.where(({ id }) => id === '3'), ['user']],
    ['one or the other', (q) => q.where({ name: 'hr' }).or({ id: '1' }), ['staff', 'hr']],
    ['one and the other', (q) => q.where({ name: 'hr' }).and({ id: '1' }), []],
  ])('may be %s', (_, where, expected) => {
    const found = names(mock.roles.findMany(where))
    expect(found.filter((name) => !name.startsWith('a-role'))).toEqual(expected)
  })

  test.each<[string, Where<Volunteer>, string[]]>([
    ['members of members', (q) => q.where({ user: { lastName: (name) => name === '' } }), ['26']],
    ['a function of an object', (q) => q.where({ user: (user) => user.id === '3' }), ['3']],
    ['a function of a list', (q) => q.where({ departments: (list) => list.length > 20 }), ['24']],
    ['a condition of every element', (q) => q.where({ departments: { id: '10' } }), ['9', '13']],
    ['null', (q) => q.where({ user: { preferredName: null } }), ['3']],
    ['no record for an absent member', (q) => q.where({ user: { preferredName: () => true, id: '2' } }), []],
    ['a list', (q) => q.where({ departments: [], options: [] }), ['13']],
  ])('may contain %s', (_, where, expected) => {
    expect(mock.volunteers.findMany(where).map(({ user }) => user.id)).toEqual(expected)
  })

  test('is built once, and not for each record', () => {
    let built = 0
    mock.roles.findMany((q) => {
      built++
      return q.where({ id: '1' })
    })
    expect(built).toBe(1)
  })

  test('is accepted by every method', async () => {
    const mutable = createMock({ data: 'edge-cases' })
    expect(mutable.roles.count(named('a'))).toBe(3)
    expect(mutable.roles.find(named('h'))).toEqual({ id: '4', name: 'hr' })
    expect(await mutable.roles.update(named('h'), { name: 'people' })).toEqual({ id: '4', name: 'people' })
    expect(await mutable.roles.delete(named('peo'))).toEqual({ id: '4', name: 'people' })
    expect(names(await mutable.roles.deleteMany(named('a')))).toHaveLength(3)
    const updated = await mutable.volunteers.updateMany((q) => q.where({ id: '50000002' }), { options: [] })
    expect(updated.map(({ user }) => user.id)).toEqual(['2'])
  })
})

test('count counts matching records, or all records', () => {
  const mock = createMock()
  expect(mock.roles.count()).toBe(250)
  expect(mock.users.count({ preferredName: null })).toBe(2)
  expect(mock.volunteers.count('50000001')).toBe(1)
  expect(mock.volunteers.count(() => false)).toBe(0)
})
