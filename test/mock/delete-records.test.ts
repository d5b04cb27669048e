import { describe, expect, test } from 'vitest'
import { createMock, RecordNotFoundError } from '../../src/index.js'
import { kinds } from '../../src/dataset/kinds.js'
import { ask, volunteerPath } from '../support/ask.js'

describe('deleting a record', () => {
  test('returns it, and keeps the others', async () => {
    const mock = createMock()
    const before = mock.export()
    expect(await mock.roles.delete('101')).toEqual(before.roles[10])
    expect(mock.roles.find('101')).toBeUndefined()
    expect(mock.export().roles).toEqual(before.roles.toSpliced(10, 1))
  })

  test('of a volunteer keeps the user, who then has no record', async () => {
    const mock = createMock()
    const { user } = await mock.volunteers.delete('50000001')
    expect(mock.users.find('1')).toEqual(user)
    expect((await ask(mock, volunteerPath('1'))).body).toMatchObject({ code: 'no_volunteer_record' })
    expect(mock.export().users).toContainEqual(user)
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

  test('a second time is refused', async () => {
    const mock = createMock()
    await mock.roles.create({ id: 'own' })
    for (const id of ['1', '101', 'own']) {
      await mock.roles.delete(id)
      await expect(mock.roles.delete(id)).rejects.toThrow(RecordNotFoundError)
      await expect(mock.roles.update(id, {})).rejects.toThrow(RecordNotFoundError)
    }
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

  test('of everything gives the same data as the scenario empty', async () => {
    const mock = createMock({ scenario: 'personas' })
    const { volunteers: _, ...names } = kinds
    for (const name of Object.keys(names) as (keyof typeof names)[]) {
      for (const { id } of mock[name].findMany()) await mock[name].delete(id)
    }
    expect(mock.export()).toEqual(createMock({ scenario: 'empty' }).export())
    expect((await ask(mock, '/api/v0/roles')).body).toEqual({ data: [], nextPage: null })
  })
})
