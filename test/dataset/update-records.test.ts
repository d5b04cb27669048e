import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/index.js'
import { ask, volunteerPath } from '../support/ask.js'

async function servedUser(mock: Mock, id: string): Promise<unknown> {
  const { body } = await ask(mock, volunteerPath(id))
  return (body as { user: unknown }).user
}

describe('updating a record', () => {
  test('merges objects, replaces lists, and returns the whole record', async () => {
    const mock = createMock()
    const before = mock.volunteers.find('50000001')!
    const changes = { user: { firstName: 'New' }, departments: [], updatedAt: '2026-01-01' }
    const after = await mock.volunteers.update('50000001', changes)
    expect(after).toEqual({ ...before, ...changes, user: { ...before.user, firstName: 'New' } })
    expect(mock.volunteers.find('50000001')).toEqual(after)
  })

  test('sets null, and removes optional fields of undefined', async () => {
    const mock = createMock()
    await mock.users.update('1', { preferredName: null })
    expect(await servedUser(mock, '1')).toHaveProperty('preferredName', null)
    await mock.users.update('1', { preferredName: undefined })
    expect(await servedUser(mock, '1')).not.toHaveProperty('preferredName')
    await mock.volunteers.update('50000001', { departments: [{ id: '4', states: [], name: undefined }] })
    expect(mock.volunteers.find('50000001')?.departments).toEqual([{ id: '4', states: [] }])
  })

  test('ignores undefined for a required field', async () => {
    const mock = createMock()
    const before = mock.volunteers.find('50000001')
    const none = { id: undefined, createdAt: undefined, departments: undefined }
    expect(await mock.volunteers.update('50000001', { ...none, user: { phone: undefined } })).toEqual(before)
    expect(await mock.roles.update('1', { name: undefined })).toEqual({ id: '1', name: 'staff' })
  })

  test('completes the elements of a new list', async () => {
    const mock = createMock()
    const { departments } = await mock.volunteers.update('50000001', { departments: [{ name: 'HR' }] })
    expect(departments).toMatchObject([{ id: '2', name: 'HR', states: expect.any(Array) }])
  })
})

describe('one user has one identity', () => {
  test('an error of the condition itself keeps its stack', async () => {
    const error = new TypeError('a mistake in the condition')
    const { stack } = error
    const update = createMock().roles.update(() => {
      throw error
    }, {})
    await expect(update).rejects.toBe(error)
    expect(error.stack).toBe(stack)
  })

  test('updating the user changes it in the volunteer record', async () => {
    const mock = createMock()
    await mock.volunteers.create({ user: { id: 'own' } })
    for (const id of ['1', '1001', 'own']) {
      const user = await mock.users.update(id, { lastName: 'Summer' })
      expect(await servedUser(mock, id)).toEqual(user)
      expect(mock.volunteers.find({ user: { id } })?.user).toEqual(user)
    }
  })

  test('updating the volunteer record changes it in the user', async () => {
    const mock = createMock()
    const { user } = await mock.volunteers.update('50000001', { user: { lastName: 'Summer' } })
    expect(mock.users.find('1')).toEqual(user)
    await mock.volunteers.delete('50000001')
    expect(mock.users.find('1')).toEqual(user)
  })

  test('updating a user without a record creates none', async () => {
    const mock = createMock()
    await mock.users.update('28', { firstName: 'New' })
    expect((await ask(mock, volunteerPath('28'))).body).toMatchObject({ code: 'no_volunteer_record' })
  })
})
