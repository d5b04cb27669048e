import { describe, expect, test } from 'vitest'
import { createMock, DataError, type MockOptions } from '../../src/index.js'
import { createMockCore } from '../../src/handlers/create-mock-core.js'
import type { MockCore } from '../../src/mock/mock-core.js'
import { ask, volunteerPath } from '../support/ask.js'

/** Changes every part of a mock. Returns an issued token. */
async function changeAll(mock: MockCore): Promise<string> {
  await mock.roles.create({ id: 'own', name: 'own' })
  await mock.volunteers.update({ user: { id: '1' } }, { user: { firstName: 'New' } })
  mock.tokens.issue({ token: 'named', scopes: ['user:read'] })
  mock.tokens.revoke('mock-user-read')
  mock.assume({ 'roles.lastPage': 'absent' })
  mock.clock.advance(60)
  return mock.tokens.issue({ scopes: ['user:read'] }).token
}

const now = 1_000_000

/** Options that choose the same data. */
const sameData: readonly (readonly [MockOptions, MockOptions])[] = [
  [{}, { profile: 'reported', assumptions: { 'roles.pageSize': 7 }, tokens: { mine: [] } }],
  [{}, { seed: 1, scenario: 'default', volunteers: 200, roles: 250 }],
  [
    { scenario: 'personas' },
    { scenario: 'personas', assumedHeader: false, assumptions: { 'roles.pageSize': 7 } },
  ],
  [
    { data: { roles: [{ name: 'a' }], volunteers: [{ user: { id: '1' } }] } },
    { data: { volunteers: [{ user: { id: '1' } }], roles: [{ name: 'a' }] } },
  ],
]

const otherData: readonly (readonly [MockOptions, MockOptions])[] = [
  [{}, { seed: 2 }],
  [{}, { scenario: 'personas' }],
  [{}, { volunteers: 201 }],
  [{}, { roles: 251 }],
  [{}, { data: { volunteers: [{ user: { id: '1' } }] } }],
  [{ data: { volunteers: [{ user: { id: '1' } }] } }, { data: { volunteers: [{ user: { id: '1' } }, {}] } }],
  [
    { data: { volunteers: [{ user: { id: '1' } }] } },
    { data: { volunteers: [{ user: { id: '1' } }] }, seed: 2 },
  ],
  [{ scenario: 'single-page' }, { scenario: 'single-page', assumptions: { 'roles.pageSize': 7 } }],
]

describe('a mock with changed options', () => {
  test.for(sameData)(
    'takes over the records and snapshots if the data are the same: %j',
    async ([first, second]) => {
      const old = createMockCore({ ...first, now })
      await changeAll(old)
      const changed = old.export()
      const id = await old.snapshot()
      await old.roles.clear()
      const mock = createMockCore({ ...second, now }, { previous: old })
      expect(mock.roles.count()).toBe(0)
      await mock.restore(id)
      expect(mock.export()).toEqual(changed)
      await mock.reset()
      expect(mock.export()).toEqual(createMock(second).export())
    },
  )

  test.for(otherData)('starts with fresh records if the data are different: %j', async ([first, second]) => {
    const old = createMockCore({ ...first, now })
    await changeAll(old)
    await old.snapshot()
    const mock = createMockCore({ ...second, now }, { previous: old })
    expect(mock.export()).toEqual(createMock({ ...second, now }).export())
    await expect(mock.restore('1')).rejects.toThrow('snapshot "1" was dropped')
    expect(await mock.snapshot()).toBe('2')
  })

  test.for([...sameData, ...otherData])(
    'takes over tokens, assume() and the clock: %j',
    async ([first, second]) => {
      const old = createMockCore({ ...first, now })
      const token = await changeAll(old)
      const mock = createMockCore({ ...second, now }, { previous: old })
      expect(mock.clock.now()).toBe(now + 60_000)
      expect(mock.settings).toEqual({ ...createMock(second).settings, 'roles.lastPage': 'absent' })
      const statuses = ['named', token, 'mock-all-scopes', 'mock-user-read'].map(
        async (each) => (await ask(mock, '/api/v0/roles', each)).status,
      )
      expect(await Promise.all(statuses)).toEqual([200, 200, 200, 401])
      expect(mock.tokens.all.filter(({ origin }) => origin === 'issued').map((each) => each.token)).toEqual([
        'named',
        token,
      ])
      await mock.reset()
      expect(mock.settings).toEqual(createMock(second).settings)
      expect(mock.tokens.all).toEqual(createMock({ ...second, now }).tokens.all)
      expect(mock.clock.now()).toBe(now)
      expect((await ask(mock, '/api/v0/roles', token)).status).toBe(401)
    },
  )

  test('continues the counts of the coverage', async () => {
    const old = createMockCore({})
    await ask(old, volunteerPath('1'))
    const mock = createMockCore({ seed: 2 }, { previous: old })
    await ask(mock, volunteerPath('1'))
    expect(mock.coverage().answers).toMatchObject([{ operation: 'getVolunteer', status: 200, count: 2 }])
  })

  test('prefers a token of its options to an issued one with the same name', async () => {
    const old = createMockCore({})
    old.tokens.issue({ token: 'mine', scopes: ['volunteer:read'] })
    const mock = createMockCore({ tokens: { mine: ['user:read'] } }, { previous: old })
    expect(mock.tokens.all.filter(({ token }) => token === 'mine')).toMatchObject([
      { origin: 'custom', scopes: ['user:read'] },
    ])
  })

  test('issues tokens that differ from those of the previous mock', async () => {
    const old = createMockCore({})
    const { token } = old.tokens.issue()
    expect(createMockCore({}, { previous: old }).tokens.issue().token).not.toBe(token)
  })

  test('lets its options decide assumptions that assume() has not changed', () => {
    const old = createMockCore({ assumptions: { 'roles.pageSize': 5 } })
    old.assume({ 'roles.lastPage': 'absent' })
    const mock = createMockCore(
      { assumptions: { 'roles.pageSize': 6, 'roles.lastPage': 'null' } },
      { previous: old },
    )
    expect(mock.settings).toMatchObject({ 'roles.pageSize': 6, 'roles.lastPage': 'absent' })
  })

  test('includes changes that the previous mock has not finished', async () => {
    const old = createMockCore({})
    const created = old.volunteers.create({ user: { id: 'late' } })
    const mock = createMockCore({ profile: 'reported' }, { previous: old })
    expect((await ask(mock, volunteerPath('late'))).status).toBe(200)
    await created
  })

  test('uses the clock of its own options for the dates of new records', async () => {
    const old = createMockCore({ now: Date.UTC(2020, 0, 1) })
    const mock = createMockCore({ now: Date.UTC(2027, 0, 1) }, { previous: old })
    const expected = createMockCore({ now: Date.UTC(2027, 0, 1) })
    expect(await mock.volunteers.create()).toEqual(await expected.volunteers.create())
  })

  test('keeps what replace() has set, until reset', async () => {
    const old = createMockCore({})
    await old.replace({ roles: [{ name: 'own' }] })
    const mock = createMockCore({ profile: 'reported' }, { previous: old })
    expect(mock.roles.count()).toBe(1)
    await mock.reset()
    expect(mock.roles.count()).toBe(250)
  })

  test('changes nothing of the previous mock if its options are invalid', async () => {
    const old = createMockCore({ now })
    await changeAll(old)
    const before = [old.export(), old.tokens.all, old.settings, old.clock.now()]
    expect(() => createMockCore({ tokens: { 'not valid': [] } }, { previous: old })).toThrow(
      'a token may only contain',
    )
    expect(() => createMockCore({ data: { roles: [{ id: 1 }] } }, { previous: old })).toThrow(DataError)
    expect([old.export(), old.tokens.all, old.settings, old.clock.now()]).toEqual(before)
    expect(await old.volunteers.create()).toEqual(await withSameChanges())
  })
})

/** Returns the record that a mock with the same changes creates. */
async function withSameChanges() {
  const mock = createMockCore({ now })
  await changeAll(mock)
  return mock.volunteers.create()
}
