import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMock, type Mock, type Records } from '../../src/index.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { roleNames } from '../support/ask.js'
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
  const { stores } = getInternals(mock).dataset
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
    names: mock.roles.findMany().map(({ name }) => stores['roles']!.getByKey(name)?.id),
    gone: ['n1', 'n2', 'n3'].map((name) => stores['roles']!.getByKey(name)?.id),
  }
}

/** Creates a record of each kind. */
async function next(mock: Mock): Promise<unknown> {
  return [await mock.roles.create(), await mock.volunteers.create(), await mock.users.create()]
}

test('a reset restores all records after any changes, any number of times', async () => {
  const changes = fc.array(anyChange, { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(changes, changes, async (first, second) => {
      const mock = createMock({ volunteerCount: 14, roleCount: 9 })
      const before = [await seen(mock), await next(mock), await seen(mock)]
      for (const changed of [first, second]) {
        await apply(mock, changed)
        await mock.reset()
        expect([await seen(mock), await next(mock), await seen(mock)]).toEqual(before)
      }
    }),
    runs(60),
  )
})
