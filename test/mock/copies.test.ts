import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/index.js'
import { ask, volunteerPath } from '../support/ask.js'

/** Overwrites everything in a record, at every depth. */
function ruin(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    ruin(member)
    Object.assign(value, { [key]: 'ruined' })
  }
}

const results: [string, (mock: Mock) => unknown][] = [
  ['find', ({ volunteers }) => volunteers.find('50000001')],
  ['find by the user', ({ volunteers }) => volunteers.find({ user: { id: '1' } })],
  ['findMany', ({ volunteers, users, roles }) => [volunteers.findMany(), users.findMany(), roles.findMany()]],
  ['find of what was created', ({ volunteers }) => volunteers.find('own')],
  ['create', ({ volunteers }) => volunteers.create({ id: 'another' })],
  ['createMany', ({ users }) => users.createMany(2)],
  [
    'update',
    ({ volunteers }) => volunteers.update('50000002', { departments: [{ id: '1', states: ['avoid'] }] }),
  ],
  ['delete', ({ volunteers }) => volunteers.delete('50000003')],
  ['export', (mock) => mock.export()],
]

describe('what a mock gives back', () => {
  test.each(results)('can be changed without changing the world: %s', async (_, give) => {
    const mock = createMock()
    // Mocks of one seed share their world, so a twin that would show a change must have its own.
    const twin = createMock({ data: mock.export() })
    await mock.volunteers.create({ id: 'own', user: { id: '42' } })
    await twin.volunteers.create({ id: 'own', user: { id: '42' } })
    await give(twin)
    ruin(await give(mock))
    expect(mock.export()).toEqual(twin.export())
  })

  test('does not change the answers of the API either', async () => {
    const mock = createMock({ seed: 12 })
    const first = mock.volunteers.find({ user: { id: '1001' } })
    ruin(mock.volunteers.find({ user: { id: '1001' } }))
    ruin(mock.users.find('1001'))
    expect((await ask(mock, volunteerPath('1001'))).body).toEqual(first)
  })
})

describe('what a mock is given', () => {
  test('can be changed afterwards without changing the world', async () => {
    const mock = createMock()
    const partial = { user: { id: '42' }, departments: [{ id: '1', states: ['avoid' as const] }] }
    const created = await mock.volunteers.create(partial)
    ruin(partial)
    expect(mock.volunteers.find(created.id)).toEqual(created)
    const changes = { departments: [{ id: '2', states: ['request' as const] }] }
    const updated = await mock.volunteers.update(created.id, changes)
    ruin(changes)
    expect(mock.volunteers.find(created.id)).toEqual(updated)
  })

  test('as a world can be changed afterwards too', () => {
    const data = createMock({ scenario: 'personas' }).export()
    const mock = createMock({ data })
    const before = mock.export()
    ruin(data)
    expect(mock.export()).toEqual(before)
  })
})
