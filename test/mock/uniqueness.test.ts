import { describe, expect, test } from 'vitest'
import { ConflictError, createMock, type Mock } from '../../src/index.js'
import { roleNames } from '../support/ask.js'

/** A default mock to which a test has added a volunteer, a user without a record and a role. */
async function changedMock(): Promise<Mock> {
  const mock = createMock()
  await mock.volunteers.create({ id: 'v', user: { id: 'owner' } })
  await mock.users.create({ id: 'u' })
  await mock.roles.create({ id: 'r', name: 'own' })
  return mock
}

const conflicts: [string, RegExp, (mock: Mock) => Promise<unknown>][] = [
  [
    'a volunteer with the id of an initial one',
    /"50000001" is taken/,
    ({ volunteers }) => volunteers.create({ id: '50000001' }),
  ],
  [
    'a volunteer with the id of a created one',
    /"v" is taken/,
    ({ volunteers }) => volunteers.create({ id: 'v' }),
  ],
  [
    'a second record for an initial user',
    /user "1" already has the record "50000001"/,
    ({ volunteers }) => volunteers.create({ user: { id: '1' } }),
  ],
  [
    'a second record for a created user',
    /user "owner" already has the record "v"/,
    ({ volunteers }) => volunteers.create({ user: { id: 'owner' } }),
  ],
  ['a user with the id of an initial one', /"1001" is taken/, ({ users }) => users.create({ id: '1001' })],
  ['a user with the id of a created one', /"u" is taken/, ({ users }) => users.create({ id: 'u' })],
  [
    'a user with the user id of a created volunteer',
    /"owner" is taken/,
    ({ users }) => users.create({ id: 'owner' }),
  ],
  ['a role with the id of an initial one', /"101" is taken/, ({ roles }) => roles.create({ id: '101' })],
  ['a role with the id of a created one', /"r" is taken/, ({ roles }) => roles.create({ id: 'r' })],
  [
    'a role with the name of an initial one',
    /"staff" belongs to the role "1"/,
    ({ roles }) => roles.create({ name: 'staff' }),
  ],
  [
    'a role with the name of a created one',
    /"own" belongs to the role "r"/,
    ({ roles }) => roles.create({ name: 'own' }),
  ],
  [
    'a created role renamed to the name of an initial one',
    /"staff" belongs to the role "1"/,
    ({ roles }) => roles.update('r', { name: 'staff' }),
  ],
  [
    'an initial role renamed to the name of a created one',
    /"own" belongs to the role "r"/,
    ({ roles }) => roles.update('1', { name: 'own' }),
  ],
  ['another id for a role', /"r" and cannot become "s"/, ({ roles }) => roles.update('r', { id: 's' })],
  ['another id for a user', /"1" and cannot become "s"/, ({ users }) => users.update('1', { id: 's' })],
  ['another id for a volunteer', /cannot become/, ({ volunteers }) => volunteers.update('v', { id: 's' })],
  [
    'another user for a volunteer',
    /cannot become/,
    ({ volunteers }) => volunteers.update('v', { user: { id: 'u' } }),
  ],
]

describe('a unique value', () => {
  test.each(conflicts)('prevents %s, and nothing is changed', async (_, message, change) => {
    const mock = await changedMock()
    const before = mock.export()
    const changed = change(mock)
    await expect(changed).rejects.toThrow(ConflictError)
    await expect(changed).rejects.toThrow(message)
    expect(mock.export()).toEqual(before)
  })

  test('is free again after its record is deleted', async () => {
    const mock = await changedMock()
    await mock.roles.delete('r')
    await mock.roles.delete({ name: 'staff' })
    await mock.roles.createMany([
      { id: 'r', name: 'staff' },
      { id: '1', name: 'own' },
    ])
    await mock.volunteers.delete('50000001')
    await mock.volunteers.create({ id: '50000001', user: { id: '1' } })
    await mock.users.delete('owner')
    await mock.users.create({ id: 'owner' })
    await mock.volunteers.create({ id: 'v', user: { id: 'owner' } })
    expect(mock.roles.find('1')).toEqual({ id: '1', name: 'own' })
    expect(mock.volunteers.find('v')?.user.id).toBe('owner')
  })

  test('is free again after a role is renamed, so that two roles can swap their names', async () => {
    const mock = createMock({ scenario: 'personas' })
    await mock.roles.update('1', { name: 'between' })
    await mock.roles.update('2', { name: 'staff' })
    await mock.roles.update('1', { name: 'admin' })
    expect((await roleNames(mock)).slice(0, 2)).toEqual(['admin', 'staff'])
  })

  test('may be set again for the same role', async () => {
    const mock = createMock()
    expect(await mock.roles.update('1', { name: 'staff' })).toEqual({ id: '1', name: 'staff' })
    await expect(mock.roles.create({ name: 'staff' })).rejects.toThrow(ConflictError)
  })

  test('is compared as text: names are case-sensitive, and ids are not numbers', async () => {
    const mock = createMock()
    await mock.roles.create({ id: '01', name: 'Staff' })
    expect(mock.roles.find('01')).toEqual({ id: '01', name: 'Staff' })
    expect(mock.roles.find('1')).toEqual({ id: '1', name: 'staff' })
  })
})

describe('changes that start together', () => {
  test('run one after the other, so that the second of two equal ones is refused', async () => {
    const mock = createMock()
    const results = await Promise.allSettled([
      mock.roles.create({ name: 'twin' }),
      mock.roles.create({ name: 'twin' }),
      mock.volunteers.create({ user: { id: '28' } }),
      mock.volunteers.create({ user: { id: '28' } }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(mock.roles.findMany({ name: 'twin' })).toHaveLength(1)
  })

  test('give each record a unique id', async () => {
    const mock = createMock({ scenario: 'empty' })
    const created = await Promise.all(Array.from({ length: 50 }, () => mock.volunteers.create()))
    expect(new Set(created.map(({ id }) => id)).size).toBe(50)
    expect(mock.volunteers.findMany()).toHaveLength(50)
    expect(mock.users.findMany()).toHaveLength(50)
  })

  test('see the results of earlier ones', async () => {
    const mock = createMock({ scenario: 'empty' })
    await Promise.all([
      mock.roles.create({ id: 'r', name: 'one' }),
      mock.roles.update('r', { name: 'two' }),
      mock.roles.delete({ name: 'two' }),
      mock.roles.create({ id: 'r', name: 'one' }),
    ])
    expect(mock.roles.findMany()).toEqual([{ id: 'r', name: 'one' }])
  })

  test('continue if one of them is refused', async () => {
    const mock = createMock({ scenario: 'empty' })
    const refused = mock.roles.create({ name: 1 as never })
    const created = mock.roles.create({ name: 'after' })
    await expect(refused).rejects.toThrow('$.name')
    expect(await created).toMatchObject({ name: 'after' })
  })
})
