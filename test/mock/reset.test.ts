import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/index.js'
import { ask, roleNames, ROLES, volunteerPath } from '../support/ask.js'

async function changeEverything(mock: Mock): Promise<void> {
  await mock.volunteers.createMany(3)
  await mock.volunteers.update('50000001', { user: { firstName: 'New' }, departments: [] })
  await mock.volunteers.delete('50000002')
  await mock.users.delete('1001')
  await mock.users.update('28', { lastName: 'New' })
  await mock.roles.create({ name: 'own' })
  await mock.roles.update('1', { name: 'renamed' })
  await mock.roles.delete('2')
}

describe('reset', () => {
  test('restores the generated data, in code and over HTTP', async () => {
    const mock = createMock({ seed: 8 })
    const [before, names] = [mock.export(), await roleNames(mock)]
    const served = await ask(mock, volunteerPath('1'))
    await changeEverything(mock)
    expect(mock.export()).not.toEqual(before)
    await mock.reset()
    expect(mock.export()).toEqual(before)
    expect(await roleNames(mock)).toEqual(names)
    expect(await ask(mock, volunteerPath('1'))).toEqual(served)
    expect((await ask(mock, volunteerPath('1001'))).status).toBe(200)
  })

  test('restores the option data', async () => {
    const data = createMock({ data: 'edge-cases' }).export()
    const mock = createMock({ data })
    await mock.users.delete('1')
    await mock.reset()
    expect(mock.export()).toEqual(data)
  })

  test('frees ids and names that a test used, so that the same changes lead to the same records', async () => {
    const mock = createMock()
    const create = async () => [
      await mock.roles.create({ id: 'own', name: 'own' }),
      await mock.volunteers.create({ user: { id: '28' } }),
      await mock.volunteers.create(),
      await mock.roles.create(),
    ]
    const first = await create()
    await mock.reset()
    expect(mock.roles.find('own')).toBeUndefined()
    expect(await create()).toEqual(first)
  })

  test('removes issued tokens, and restores revoked ones', async () => {
    const mock = createMock({ tokens: { 'my-token': ['user:read'] } })
    const before = mock.tokens.all
    const statusOf = async (token: string) => (await ask(mock, ROLES, token)).status
    const { token } = mock.tokens.issue({ scopes: ['user:read'] })
    for (const revoked of ['my-token', 'mock-all-scopes']) mock.tokens.revoke(revoked)
    await mock.reset()
    expect(mock.tokens.all).toEqual(before)
    const next = mock.tokens.issue({ scopes: ['user:read'] }).token
    expect(await Promise.all([token, 'my-token', 'mock-all-scopes', next].map(statusOf))).toEqual([
      401, 200, 200, 200,
    ])
  })

  test('waits for running changes, and undoes them', async () => {
    const mock = createMock()
    const before = mock.export()
    const created = mock.roles.createMany(20)
    const deleted = mock.users.delete('1')
    await mock.reset()
    expect(mock.export()).toEqual(before)
    expect(await created).toHaveLength(20)
    expect(await deleted).toMatchObject({ id: '1' })
    expect(mock.export()).toEqual(before)
  })

  test('does not undo a change that starts after it', async () => {
    const mock = createMock()
    const reset = mock.reset()
    await mock.roles.create({ id: 'own' })
    await reset
    expect(mock.roles.find('own')).toBeDefined()
  })
})
