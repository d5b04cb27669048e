import { describe, expect, test } from 'vitest'
import { createMock, type MockDataInput } from '../../src/index.js'

const data: MockDataInput = {
  volunteers: [{ user: { id: '42', firstName: 'Ada' } }],
  roles: [{ name: 'own' }, {}],
}

describe('replace', () => {
  test('leads to the same records as the option data, also when a test creates more', async () => {
    const [mock, expected] = [createMock(), createMock({ data })]
    await mock.roles.createMany(3)
    await mock.replace(data)
    expect(mock.export()).toEqual(expected.export())
    for (const each of [mock, expected]) await each.volunteers.create()
    expect(mock.export()).toEqual(expected.export())
  })

  test('keeps tokens, assumptions and the clock', async () => {
    const mock = createMock({ now: 0 })
    mock.tokens.issue({ token: 'issued', scopes: ['user:read'] })
    mock.tokens.revoke('mock-user-read')
    mock.assume({ 'roles.pageSize': 1 })
    mock.clock.advance(5)
    const [tokens, settings] = [mock.tokens.all, mock.settings]
    await mock.replace(data)
    expect(mock.tokens.all).toEqual(tokens)
    expect(mock.settings).toEqual(settings)
    expect(mock.clock.now()).toBe(5000)
  })

  test('waits for pending changes, and copies the data first', async () => {
    const mock = createMock()
    const given = { roles: [{ name: 'before' }] }
    const created = mock.roles.create({ name: 'pending' })
    const replaced = mock.replace(given)
    given.roles[0]!.name = 'after'
    await replaced
    await created
    expect(mock.roles.findMany().map(({ name }) => name)).toEqual(['before'])
    given.roles[0]!.name = 'later'
    expect(mock.roles.findMany().map(({ name }) => name)).toEqual(['before'])
  })
})
