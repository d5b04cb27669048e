import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'

describe('clear', () => {
  test('frees ids and names, and is undone by reset', async () => {
    const mock = createMock()
    await mock.roles.clear()
    await mock.roles.createMany([{ id: '2', name: 'staff' }, { name: 'admin' }])
    expect(await roleNames(mock)).toEqual(['staff', 'admin'])
    await mock.reset()
    expect(mock.roles.count()).toBe(250)
  })

  test('of volunteers keeps the users, and of users deletes their records', async () => {
    const mock = createMock({ data: 'edge-cases' })
    await mock.volunteers.clear()
    expect((await ask(mock, volunteerPath('1'))).body).toMatchObject({ code: 'no_volunteer_record' })
    expect(mock.users.count()).toBe(29)
    await mock.volunteers.create({ user: { id: '1' } })
    await mock.users.clear()
    expect([mock.users.count(), mock.volunteers.count()]).toEqual([0, 0])
    expect((await ask(mock, volunteerPath('1'))).body).toMatchObject({ code: 'unknown_user' })
    expect(await mock.volunteers.create({ user: { id: '1' } })).toMatchObject({ user: { id: '1' } })
  })
})

test('updateMany changes every matching record, and affects the next response', async () => {
  const mock = createMock({ data: 'edge-cases' })
  const updated = await mock.volunteers.updateMany({ departments: [{ id: '4' }] }, { departments: [] })
  expect(updated.length).toBeGreaterThan(1)
  for (const { user } of updated) {
    expect((await ask(mock, volunteerPath(user.id))).body).toMatchObject({ departments: [] })
  }
  expect(await mock.volunteers.updateMany({ departments: [{ id: '4' }] }, { departments: [] })).toEqual([])
})

test('deleteMany deletes every matching record, and returns them', async () => {
  const mock = createMock({ data: 'edge-cases' })
  await mock.roles.createMany([{ id: 'x', name: 'hr-2' }])
  const deleted = await mock.roles.deleteMany(({ name }) => name.startsWith('hr'))
  expect(deleted.map(({ name }) => name)).toEqual(['hr', 'hr-2'])
  expect(mock.roles.count()).toBe(9)
  await mock.roles.create({ name: 'hr' })
})

describe('a change that is not awaited', () => {
  test('affects the next response, even if one of the changes is refused', async () => {
    const mock = createMock()
    void mock.volunteers.create({ user: { id: '42' } })
    const refused = mock.roles.create({ id: '1' }).catch((error: unknown) => error)
    expect((await ask(mock, volunteerPath('42'))).status).toBe(200)
    void mock.users.delete('42')
    void mock.roles.clear()
    expect(await ask(mock, '/api/v0/roles')).toMatchObject({ body: { data: [] } })
    expect((await ask(mock, volunteerPath('42'))).status).toBe(404)
    expect(await refused).toMatchObject({ name: 'ConflictError' })
  })

  test('is visible either completely or not at all', async () => {
    const mock = createMock({ data: 'empty' })
    const seen = new Set<number>()
    const progress = { isDone: false }
    const created = mock.roles.createMany(200).finally(() => (progress.isDone = true))
    while (!progress.isDone) {
      seen.add(mock.roles.count())
      await Promise.resolve()
    }
    await created
    seen.add(mock.roles.count())
    expect([...seen]).toEqual([0, 200])
  })
})
