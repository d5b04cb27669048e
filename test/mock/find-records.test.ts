import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'

describe('finding records', () => {
  const mock = createMock()

  test('gives the record of an id, and nothing for an id that does not exist', () => {
    expect(mock.volunteers.find('7001')?.user.id).toBe('1')
    expect(mock.users.find('28')).toMatchObject({ firstName: 'Felix' })
    expect(mock.roles.find('1')).toEqual({ id: '1', name: 'staff' })
    for (const records of [mock.volunteers, mock.users, mock.roles]) {
      expect(records.find('nobody')).toBeUndefined()
      expect(records.find('')).toBeUndefined()
    }
  })

  test("gives a volunteer by the user's id", () => {
    expect(mock.volunteers.find({ user: { id: '1' } })?.id).toBe('7001')
    expect(mock.volunteers.find({ user: { id: '28' } })).toBeUndefined()
  })

  test('gives the first record, in the order of ids, that has the members or passes the predicate', () => {
    expect(mock.volunteers.find({ departments: [{ states: ['avoid'] }] })?.id).toBe('7007')
    expect(mock.volunteers.find(({ options }) => options.length === 0)?.id).toBe('7013')
    expect(mock.roles.find({ name: 'nobody has this' })).toBeUndefined()
  })

  test('gives nothing when the id is right and another member is not', () => {
    expect(mock.roles.find({ id: '1', name: 'admin' })).toBeUndefined()
    expect(mock.volunteers.find({ user: { id: '1', firstName: 'Maya' } })).toBeUndefined()
    expect(mock.volunteers.find({ id: '7001', user: { id: '2' } })).toBeUndefined()
  })

  test('gives every record that matches, or all, in the order of ids', () => {
    const nameless = mock.users.findMany({ preferredName: null }).map(({ id }) => id)
    expect(nameless).toEqual(['3', '29'])
    expect(mock.roles.findMany(({ name }) => name === 'hr' || name === 'admin').map(({ id }) => id)).toEqual([
      '2',
      '4',
    ])
    expect(mock.roles.findMany('1')).toHaveLength(1)
    expect(mock.roles.findMany('nothing')).toEqual([])
    const ids = mock.volunteers.findMany().map(({ id }) => Number(id))
    expect(ids).toHaveLength(200)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('gives the users with and without a volunteer record', () => {
    const ids = mock.users.findMany().map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['1', '28', '1001', '1010']))
    expect(ids).toHaveLength(221)
  })

  test('says what a predicate of the caller has thrown', () => {
    const error = new RangeError('mine')
    const find = () =>
      mock.roles.find(() => {
        throw error
      })
    expect(find).toThrow(error)
  })
})
