import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { ask, ROLES } from '../support/ask.js'

describe('reset', () => {
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
