import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMock, InvalidOptionError, type Mock, type Records } from '../../src/index.js'
import { internalsOf } from '../../src/mock/mock-internals.js'
import { ask, roleNames } from '../support/ask.js'
import { runs } from '../support/property.js'

const kindNames = ['volunteers', 'users', 'roles'] as const

/** The records of a kind, with the type that all kinds have in common. */
function recordsOf(mock: Mock, name: (typeof kindNames)[number]) {
  return mock[name] as Records<{ readonly id: string }>
}

type Change = (mock: Mock) => Promise<unknown>

/** Any change of records. A change that the mock refuses changes nothing, which is fine here. */
function change<T>(weight: number, input: fc.Arbitrary<T>, run: (mock: Mock, input: T) => Promise<unknown>) {
  return { weight, arbitrary: input.map((given) => async (mock: Mock) => run(mock, given)) }
}

const anyKind = fc.constantFrom(...kindNames)

const anyChange = fc.oneof(
  change(6, fc.tuple(anyKind, fc.integer({ min: 1, max: 3 })), (mock, [name, count]) =>
    recordsOf(mock, name).createMany(count),
  ),
  change(3, fc.nat(8), (mock, id) => mock.roles.create({ id: `r${id}`, name: `n${id}` })),
  change(6, fc.tuple(fc.nat(), fc.nat(8)), (mock, [pick, number]) =>
    mock.users.update(picked(mock.users.findMany(), pick).id, { firstName: `name ${number}` }),
  ),
  change(6, fc.tuple(fc.nat(), fc.nat(8)), (mock, [pick, number]) =>
    mock.roles.update(picked(mock.roles.findMany(), pick).id, { name: `n${number}` }),
  ),
  change(6, fc.tuple(anyKind, fc.nat()), (mock, [name, pick]) =>
    recordsOf(mock, name).delete(picked(recordsOf(mock, name).findMany(), pick).id),
  ),
  change(1, anyKind, (mock, name) => mock[name].clear()),
  change(
    1,
    fc.constant({ roles: [{}, { name: 'n1' }], volunteers: [{ user: { id: '42' } }] }),
    (mock, data) => mock.replace(data),
  ),
  change(1, fc.constant(undefined), (mock) => mock.reset()),
)

function picked<T>(records: readonly T[], pick: number): T {
  return records[pick % records.length]!
}

async function apply(mock: Mock, changes: readonly Change[]): Promise<void> {
  for (const run of changes) await run(mock).catch(() => undefined)
}

/** Everything that a user of the mock can see of its records. */
async function seen(mock: Mock): Promise<unknown> {
  const { stores } = internalsOf(mock).dataset
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
        const mock = createMock({ volunteerCount: 14, roleCount: 9 })
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

  test('tells listeners what restore has changed, but not if the id is unknown', async () => {
    const mock = createMock()
    const id = await mock.snapshot()
    const changed: string[] = []
    internalsOf(mock).events.subscribe((event) => {
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

  test.for([1, undefined, '4', '', '01', 'toString'])('are checked: %j', async (id) => {
    const mock = createMock()
    for (const _ of [1, 2, 3]) await mock.snapshot()
    const restored = mock.restore(id as string)
    await expect(restored).rejects.toThrow(InvalidOptionError)
    await expect(restored).rejects.toThrow(
      `unknown snapshot ${JSON.stringify(id)}; a mock keeps its newest 100. The newest ids are: 1, 2, 3`,
    )
  })

  test('are dropped from the 101st snapshot on, the oldest first', async () => {
    const mock = createMock()
    for (let index = 0; index < 101; index++) await mock.snapshot()
    await expect(mock.restore('1')).rejects.toThrow(/"1"; a mock keeps its newest 100\. .*: 92, 93, .*, 101$/)
    await mock.restore('2')
  })
})

async function statusOf(mock: Mock, ...tokens: string[]): Promise<number[]> {
  return Promise.all(tokens.map(async (token) => (await ask(mock, '/api/v0/roles', token)).status))
}
