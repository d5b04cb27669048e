import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { strictSchemas } from '../support/strict-schema.js'

describe('creating a record', () => {
  test('generates the other fields, and returns the whole record', async () => {
    const mock = createMock()
    const volunteer = await mock.volunteers.create({ user: { id: '42', preferredName: null } })
    expect(volunteer.user).toMatchObject({ id: '42', preferredName: null })
    expect(strictSchemas.Volunteer.safeParse(volunteer).error).toBeUndefined()
    expect(strictSchemas.Role.safeParse(await mock.roles.create()).error).toBeUndefined()
    expect(strictSchemas.User.safeParse(await mock.users.create()).error).toBeUndefined()
  })

  test('creates a user together with a volunteer record, or changes only the given fields of a user', async () => {
    const mock = createMock()
    const { user } = await mock.volunteers.create({ user: { id: '42', firstName: 'Sky' } })
    expect(mock.users.find('42')).toEqual(user)
    const withoutRecord = mock.users.findMany(({ id }) => !mock.volunteers.find({ user: { id } }))
    expect(withoutRecord.length).toBeGreaterThan(15)
    for (const before of withoutRecord) {
      const given = before.id === '29' ? { lastName: 'Other', preferredName: 'Inga' } : {}
      const changed = { ...before, ...given }
      expect((await mock.volunteers.create({ user: { id: before.id, ...given } })).user).toEqual(changed)
      expect(mock.users.find(before.id)).toEqual(changed)
    }
  })

  test('skips ids that exist already', async () => {
    const free = await createMock({ data: 'empty' }).volunteers.create()
    const mock = createMock({ data: 'empty' })
    await mock.volunteers.create({ id: free.id, user: { id: 'a' } })
    await mock.users.create({ id: free.user.id })
    const { id, user } = await mock.volunteers.create()
    expect(id).not.toBe(free.id)
    expect(user.id).not.toBe(free.user.id)
  })

  test('generates ids that do not depend on the number of records', async () => {
    const small = await createMock({ data: 'empty' }).volunteers.create()
    expect(await createMock({ data: 'many-pages' }).volunteers.create()).toEqual(small)
  })
})

test('creating many records creates the given number, each from its index', async () => {
  const mock = createMock({ data: 'empty' })
  expect(await mock.roles.createMany(0)).toEqual([])
  await mock.roles.createMany(['0', '1', '2'].map((id) => ({ id, name: `role ${id}` })))
  expect(await roleNames(mock)).toEqual(['role 0', 'role 1', 'role 2'])
})

describe('deleting a record', () => {
  test('returns it, and keeps the others', async () => {
    const mock = createMock()
    const before = mock.export()
    expect(await mock.roles.delete('101')).toEqual(before.roles[10])
    expect(mock.roles.find('101')).toBeUndefined()
    expect(mock.export().roles).toEqual(before.roles.toSpliced(10, 1))
  })

  test.each(['1', '1001', 'own', '28'])('of the user %s also deletes the volunteer record', async (id) => {
    const mock = createMock()
    await mock.volunteers.create({ user: { id: 'own' } })
    const user = await mock.users.delete(id)
    expect(user.id).toBe(id)
    expect(mock.users.find(id)).toBeUndefined()
    expect(mock.volunteers.find({ user: { id } })).toBeUndefined()
    expect(mock.volunteers.count()).toBe(id === '28' ? 201 : 200)
    expect(mock.users.count()).toBe(221)
    expect((await ask(mock, volunteerPath(id))).body).toMatchObject({ code: 'unknown_user' })
  })

  test('does not restore the old record if a later one for the same user is deleted', async () => {
    const mock = createMock()
    const old = await mock.volunteers.delete('50000001')
    const made = await mock.volunteers.create({ id: 'new', user: { id: '1' }, departments: [] })
    expect(made.user).toEqual(old.user)
    expect((await ask(mock, volunteerPath('1'))).body).toEqual(made)
    expect(mock.volunteers.find('50000001')).toBeUndefined()
    await mock.volunteers.delete('new')
    expect((await ask(mock, volunteerPath('1'))).body).toMatchObject({ code: 'no_volunteer_record' })
  })
})
