import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMock, InvalidOptionError, type Mock, type Records } from '../../src/index.js'
import { viewOf } from '../../src/mock/adapter-view.js'
import { ask, roleNames } from '../support/ask.js'
import { runs } from '../support/property.js'

const kindNames = ['volunteers', 'users', 'roles'] as const

/** The records of a kind, with the type that all kinds have in common. */
function recordsOf(mock: Mock, name: (typeof kindNames)[number]) {
  return mock[name] as Records<{ readonly id: string }>
}

type Change = (mock: Mock) => Promise<unknown>

/** Any change of records. A change that the mock refuses changes nothing, which is fine here. */
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...kindNames), fc.integer({ min: 1, max: 3 })).map(
      ([name, count]) =>
        async (mock: Mock) =>
          recordsOf(mock, name).createMany(count),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .nat(8)
      .map((id) => async (mock: Mock) => mock.roles.create({ id: `r${id}`, name: `n${id}` })),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(), fc.nat(8)).map(([pick, number]) => async (mock: Mock) => {
      const { id } = picked(mock.users.findMany(), pick)
      return mock.users.update(id, { firstName: `name ${number}` })
    }),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(), fc.nat(8)).map(([pick, number]) => async (mock: Mock) => {
      const { id } = picked(mock.roles.findMany(), pick)
      return mock.roles.update(id, { name: `n${number}` })
    }),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...kindNames), fc.nat()).map(([name, pick]) => async (mock: Mock) => {
      const records = recordsOf(mock, name)
      return records.delete(picked(records.findMany(), pick).id)
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...kindNames).map((name) => async (mock: Mock) => mock[name].clear()),
  },
  {
    weight: 1,
    arbitrary: fc.constant(async (mock: Mock) =>
      mock.replace({ roles: [{}, { name: 'n1' }], volunteers: [{ user: { id: '42' } }] }),
    ),
  },
  { weight: 1, arbitrary: fc.constant(async (mock: Mock) => mock.reset()) },
)

function picked<T>(records: readonly T[], pick: number): T {
  return records[pick % records.length]!
}

async function apply(mock: Mock, changes: readonly Change[]): Promise<void> {
  for (const change of changes) await change(mock).catch(() => undefined)
}

/** Everything that a user of the mock can see of its records. */
async function seen(mock: Mock): Promise<unknown> {
  const { stores } = viewOf(mock).dataset
  const lists = []
  for (const order of ['id', 'name', 'created'] as const) {
    mock.assume({ 'roles.order': order, 'roles.pageSize': 4 })
    lists.push(await roleNames(mock))
  }
  return {
    data: mock.export(),
    lists,
    counts: kindNames.map((name) => mock[name].count()),
    ids: mock.users.findMany().map(({ id }) => mock.volunteers.find({ user: { id } })?.id),
    names: mock.roles.findMany().map(({ name }) => stores.roles.getByKey(name)?.id),
    gone: ['n1', 'n2', 'n3'].map((name) => stores.roles.getByKey(name)?.id),
  }
}

/** Creates a record of each kind. */
async function next(mock: Mock): Promise<unknown> {
  return [await mock.roles.create(), await mock.volunteers.create(), await mock.users.create()]
}

describe('a snapshot', () => {
  test('restores all records after any changes, any number of times', async () => {
    const changes = fc.array(anyChange, { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(changes, changes, changes, async (first, second, third) => {
        const mock = createMock({ volunteers: 14, roles: 9 })
        await apply(mock, first)
        const id = await mock.snapshot()
        const before = [await seen(mock), await next(mock), await seen(mock)]
        for (const later of [second, third]) {
          await apply(mock, later)
          await mock.restore(id)
          expect([await seen(mock), await next(mock), await seen(mock)]).toEqual(before)
        }
      }),
      runs(60),
    )
  })

  test('restores tokens, assumptions and the clock', async () => {
    const mock = createMock({ now: 1_000_000, tokens: { mine: ['user:read'] } })
    const kept = mock.tokens.issue({ scopes: ['user:read'], expiresIn: 60 }).token
    mock.tokens.issue({ token: 'kept', scopes: ['user:read'] })
    mock.tokens.revoke('mock-user-read')
    mock.assume({ 'roles.pageSize': 25 })
    mock.clock.advance(30)
    const [id, tokens, settings] = [await mock.snapshot(), mock.tokens.all, mock.settings]

    for (const _ of [1, 2]) {
      const late = mock.tokens.issue({ scopes: ['user:read'] }).token
      mock.tokens.issue({ token: 'late', scopes: ['user:read'] })
      for (const token of [kept, 'kept', 'mine', 'mock-all-scopes']) mock.tokens.revoke(token)
      mock.assume({ 'roles.pageSize': 50, 'roles.lastPage': 'absent' })
      mock.clock.advance(3600)
      await mock.restore(id)
      expect(mock.tokens.all).toEqual(tokens)
      expect(mock.settings).toEqual(settings)
      expect(mock.clock.now()).toBe(1_030_000)
      expect(await statusOf(mock, kept, 'kept', 'mine', 'mock-all-scopes')).toEqual([200, 200, 200, 200])
      expect(await statusOf(mock, late, 'late', 'mock-user-read')).toEqual([401, 401, 401])
    }
  })

  test('never accepts a token again that became invalid, unless its snapshot is restored', async () => {
    const mock = createMock()
    const first = mock.tokens.issue({ scopes: ['user:read'] }).token
    const early = await mock.snapshot()
    const second = mock.tokens.issue({ scopes: ['user:read'] }).token
    await mock.restore(early)
    const third = mock.tokens.issue({ scopes: ['user:read'] }).token
    const late = await mock.snapshot()
    const fourth = mock.tokens.issue({ scopes: ['user:read'] }).token
    await mock.restore(late)
    expect(await statusOf(mock, first, second, third, fourth)).toEqual([200, 401, 200, 401])
    await mock.reset()
    expect(await statusOf(mock, first, second, third)).toEqual([401, 401, 401])
    await mock.restore(late)
    expect(await statusOf(mock, first, second, third)).toEqual([200, 401, 200])
    await mock.restore(early)
    expect(await statusOf(mock, first, second, third)).toEqual([200, 401, 401])
  })

  test('never accepts a token again after snapshots and restores that follow each other', async () => {
    const mock = createMock()
    const issued = [mock.tokens.issue({ scopes: ['user:read'] }).token]
    for (let time = 0; time < 2; time++) {
      const id = await mock.snapshot()
      issued.push(mock.tokens.issue({ scopes: ['user:read'] }).token)
      await mock.restore(id)
    }
    issued.push(mock.tokens.issue({ scopes: ['user:read'] }).token)
    expect(await statusOf(mock, ...issued)).toEqual([200, 401, 401, 200])
  })

  test('starts with an unused rate limit', async () => {
    const mock = createMock({ now: 0, assumptions: { rateLimit: '1/60' } })
    const id = await mock.snapshot()
    mock.clock.advance(1000)
    expect(await statusOf(mock, 'mock-all-scopes', 'mock-all-scopes')).toEqual([200, 429])
    await mock.restore(id)
    expect(await statusOf(mock, 'mock-all-scopes', 'mock-all-scopes')).toEqual([200, 429])
  })

  test('waits for pending changes, as restore does', async () => {
    const mock = createMock()
    const created = mock.roles.create({ id: 'a' })
    const id = await mock.snapshot()
    await created
    const deleted = mock.roles.delete('a')
    const restored = mock.restore(id)
    void mock.roles.create({ id: 'b' })
    expect((await ask(mock, '/api/v0/roles')).status).toBe(200)
    expect([mock.roles.find('a')?.id, mock.roles.find('b')?.id]).toEqual(['a', 'b'])
    await Promise.all([deleted, restored])
  })

  test('gives responses with the restored records, even if pages were cached', async () => {
    const mock = createMock()
    const id = await mock.snapshot()
    const { version } = viewOf(mock).dataset
    const before = await roleNames(mock)
    await mock.roles.clear()
    expect(await roleNames(mock)).toEqual([])
    await mock.restore(id)
    expect(await roleNames(mock)).toEqual(before)
    expect(viewOf(mock).dataset.version).toBeGreaterThan(version)
  })

  test('tells listeners what restore has changed, but not if the id is unknown', async () => {
    const mock = createMock()
    const id = await mock.snapshot()
    const changed: string[] = []
    viewOf(mock).events.subscribe((event) => {
      if (event.type === 'change') changed.push(event.what)
    })
    await expect(mock.restore('2')).rejects.toThrow('unknown snapshot')
    expect(changed).toEqual([])
    await mock.restore(id)
    expect(changed).toEqual(expect.arrayContaining(['tokens', 'assumptions', 'clock']))
  })

  test('survives reset, and does not change the coverage', async () => {
    const mock = createMock()
    await mock.roles.create({ id: 'own' })
    const id = await mock.snapshot()
    await ask(mock, '/api/v0/roles')
    const coverage = mock.coverage()
    await mock.reset()
    expect(mock.roles.find('own')).toBeUndefined()
    await mock.restore(id)
    expect(mock.roles.find('own')).toBeDefined()
    expect(mock.coverage()).toEqual(coverage)
    await mock.reset()
    expect(mock.roles.find('own')).toBeUndefined()
  })
})

describe('the ids of snapshots', () => {
  test('count up for each mock', async () => {
    const [mock, other] = [createMock(), createMock()]
    expect(await Promise.all([mock.snapshot(), mock.snapshot(), other.snapshot()])).toEqual(['1', '2', '1'])
  })

  test.for([
    ['4', 'unknown snapshot "4"; the snapshots are: 1, 2, 3'],
    ['', 'unknown snapshot ""; the snapshots are: 1, 2, 3'],
    ['01', 'unknown snapshot "01"; the snapshots are: 1, 2, 3'],
    ['toString', 'unknown snapshot "toString"; the snapshots are: 1, 2, 3'],
    [1, 'restore needs the id that snapshot() returned, but got 1; the snapshots are: 1, 2, 3'],
    [
      undefined,
      'restore needs the id that snapshot() returned, but got undefined; the snapshots are: 1, 2, 3',
    ],
  ] as const)('are checked: %j', async ([id, message]) => {
    const mock = createMock()
    for (const _ of [1, 2, 3]) await mock.snapshot()
    const error: unknown = await mock.restore(id as string).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect(error).toHaveProperty('message', message)
  })

  test('are unknown before the first snapshot', async () => {
    await expect(createMock().restore('1')).rejects.toThrow(
      'unknown snapshot "1"; there are no snapshots; call snapshot() first',
    )
  })

  test('are dropped from the 101st snapshot on, the oldest first', async () => {
    const mock = createMock()
    for (let index = 0; index < 101; index++) await mock.snapshot()
    await expect(mock.restore('1')).rejects.toThrow(
      'snapshot "1" was dropped: a mock keeps the newest 100; ' +
        'the newest of 100 snapshots are: 92, 93, 94, 95, 96, 97, 98, 99, 100, 101',
    )
    await mock.restore('2')
  })
})

async function statusOf(mock: Mock, ...tokens: string[]): Promise<number[]> {
  return Promise.all(tokens.map(async (token) => (await ask(mock, '/api/v0/roles', token)).status))
}
