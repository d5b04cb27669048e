import { describe, expect, test } from 'vitest'
import { createMock, DataError } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { strictSchemas } from '../support/strict-schema.js'

/** Creates twenty volunteers, roles and users each in a new mock. */
async function createSixty(): Promise<{ readonly id: string }[]> {
  const { volunteers, roles, users } = createMock()
  return [
    ...(await volunteers.createMany(20)),
    ...(await roles.createMany(20)),
    ...(await users.createMany(20)),
  ]
}

describe('creating a record', () => {
  test('generates the other fields, and returns the whole record', async () => {
    const mock = createMock()
    const volunteer = await mock.volunteers.create({ user: { id: '42', preferredName: null } })
    expect(volunteer.user).toMatchObject({ id: '42', preferredName: null })
    expect(strictSchemas.Volunteer.safeParse(volunteer).error).toBeUndefined()
    expect(strictSchemas.Role.safeParse(await mock.roles.create()).error).toBeUndefined()
    expect(strictSchemas.User.safeParse(await mock.users.create()).error).toBeUndefined()
  })

  test('affects the next response', async () => {
    const mock = createMock({ scenario: 'empty' })
    expect((await ask(mock, volunteerPath('42'))).status).toBe(404)
    const volunteer = await mock.volunteers.create({ user: { id: '42' } })
    expect(await ask(mock, volunteerPath('42'))).toEqual({ status: 200, body: volunteer })

    await mock.roles.createMany([{ name: 'a' }, { name: 'b' }])
    expect(await roleNames(mock)).toEqual(['a', 'b'])

    await mock.users.create({ id: 'no record' })
    expect((await ask(mock, volunteerPath('no record'))).body).toMatchObject({ code: 'no_volunteer_record' })
  })

  test('affects find and findMany, which sort by id', async () => {
    const mock = createMock({ scenario: 'empty' })
    for (const id of ['x', '10', '9']) await mock.roles.create({ id })
    expect(mock.roles.findMany().map(({ id }) => id)).toEqual(['9', '10', 'x'])
    expect(mock.roles.find('x')).toMatchObject({ id: 'x' })
  })

  test('creates a user together with a volunteer record', async () => {
    const mock = createMock()
    const { user } = await mock.volunteers.create({ user: { id: '42', firstName: 'Sky' } })
    expect(mock.users.find('42')).toEqual(user)
  })

  test('uses an existing user without changes', async () => {
    const mock = createMock()
    const withoutRecord = mock.users.findMany(({ id }) => !mock.volunteers.find({ user: { id } }))
    expect(withoutRecord.length).toBeGreaterThan(15)
    for (const user of withoutRecord) {
      expect((await mock.volunteers.create({ user: { id: user.id } })).user).toEqual(user)
      expect(mock.users.find(user.id)).toEqual(user)
    }
  })

  test('changes the given fields of an existing user', async () => {
    const mock = createMock()
    const before = mock.users.find('29')!
    const changed = { ...before, lastName: 'Other', preferredName: 'Inga' }
    const { user } = await mock.volunteers.create({
      user: { id: '29', lastName: 'Other', preferredName: 'Inga' },
    })
    expect(user).toEqual(changed)
    expect(mock.users.find('29')).toEqual(changed)
  })

  test('gives every record a unique id, which is the same in every mock and every run', async () => {
    const [first, second] = [await createSixty(), await createSixty()]
    expect(second).toEqual(first)
    for (const start of [0, 20, 40]) {
      expect(new Set(first.slice(start, start + 20).map(({ id }) => id)).size).toBe(20)
    }
  })

  test('skips ids that exist already', async () => {
    const free = await createMock({ scenario: 'empty' }).volunteers.create()
    const mock = createMock({ scenario: 'empty' })
    await mock.volunteers.create({ id: free.id, user: { id: 'a' } })
    await mock.users.create({ id: free.user.id })
    const { id, user } = await mock.volunteers.create()
    expect(id).not.toBe(free.id)
    expect(user.id).not.toBe(free.user.id)
  })

  test('generates ids that do not depend on the number of records', async () => {
    const small = await createMock({ scenario: 'empty' }).volunteers.create()
    expect(await createMock({ scenario: 'many-pages' }).volunteers.create()).toEqual(small)
  })

  test('refuses invalid input with the JSON path, and changes nothing', async () => {
    const mock = createMock()
    const before = mock.export()
    const created = mock.volunteers.create({ user: { phone: '1' } })
    await expect(created).rejects.toThrow(DataError)
    await expect(created).rejects.toThrow(/\$\.user\.phone/)
    expect(mock.export()).toEqual(before)
  })
})

describe('creating many records', () => {
  test('creates one for each input, in order', async () => {
    const roles = await createMock().roles.createMany([{ name: 'b' }, {}, { name: 'a' }])
    expect(roles.map(({ name }) => name)).toEqual(['b', expect.any(String), 'a'])
  })

  test('creates the given number, each from its index', async () => {
    const mock = createMock({ scenario: 'empty' })
    expect(await mock.roles.createMany(0)).toEqual([])
    await mock.roles.createMany(3, (index) => ({ id: String(index), name: `role ${index}` }))
    expect(await roleNames(mock)).toEqual(['role 0', 'role 1', 'role 2'])
  })

  test.each([
    ['an invalid one', { name: 7 as never }, 'DataError'],
    ['the name of an earlier one', { name: 'first' }, 'ConflictError'],
    ['the name of an existing role', { name: 'staff' }, 'ConflictError'],
  ])('creates none if one of them is refused: %s', async (_, partial, name) => {
    const mock = createMock()
    const before = mock.export()
    const refused = mock.roles.createMany([{ name: 'first' }, {}, partial])
    await expect(refused).rejects.toMatchObject({ name })
    expect(mock.export()).toEqual(before)
    expect(await mock.roles.create({ name: 'first' })).toMatchObject({ name: 'first' })
  })

  test('keeps earlier changes if one of them is refused', async () => {
    const mock = createMock()
    await mock.volunteers.create({ user: { id: '42' } })
    await mock.users.delete('1')
    const before = mock.export()
    const refused = mock.volunteers.createMany([
      { user: { id: '28', firstName: 'New' } },
      { user: { id: '1' } },
      { user: { id: '42' } },
    ])
    await expect(refused).rejects.toMatchObject({ name: 'ConflictError' })
    expect(mock.export()).toEqual(before)
    expect((await ask(mock, volunteerPath('28'))).body).toMatchObject({ code: 'no_volunteer_record' })
    expect((await ask(mock, volunteerPath('1'))).body).toMatchObject({ code: 'unknown_user' })
    expect((await ask(mock, volunteerPath('42'))).status).toBe(200)
  })

  test('does not reserve the ids of refused records', async () => {
    const mock = createMock()
    const refused = mock.volunteers.createMany([{ id: 'x', user: { id: '28' } }, { id: '50000001' }])
    await expect(refused).rejects.toMatchObject({ name: 'ConflictError' })
    await mock.volunteers.create({ id: 'x', user: { id: '29' } })
    expect((await ask(mock, volunteerPath('28'))).body).toMatchObject({ code: 'no_volunteer_record' })
    expect(mock.volunteers.find({ user: { id: '28' } })).toBeUndefined()
  })
})
