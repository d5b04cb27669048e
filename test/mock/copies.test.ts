import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/index.js'

function overwrite(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    overwrite(member)
    Object.assign(value, { [key]: 'overwritten' })
  }
}

const results: [string, (mock: Mock) => unknown][] = [
  ['find', ({ volunteers }) => volunteers.find('50000001')],
  ['find by the user', ({ volunteers }) => volunteers.find({ user: { id: '1' } })],
  ['findMany', ({ volunteers, users, roles }) => [volunteers.findMany(), users.findMany(), roles.findMany()]],
  ['find of a created record', ({ volunteers }) => volunteers.find('own')],
  ['create', ({ volunteers }) => volunteers.create({ id: 'another' })],
  ['createMany', ({ users }) => users.createMany(2)],
  ['update', ({ volunteers }) => volunteers.update('50000002', { departments: [{ states: ['avoid'] }] })],
  ['delete', ({ volunteers }) => volunteers.delete('50000003')],
  ['export', (mock) => mock.export()],
]

test.each(results)(
  'a record that a mock returns can be changed without changing the mock: %s',
  async (_, give) => {
    const mock = createMock()
    // Mocks with the same seed share their records. The twin gets its own, so that it shows a change.
    const twin = createMock({ data: mock.export() })
    await mock.volunteers.create({ id: 'own', user: { id: '42' } })
    await twin.volunteers.create({ id: 'own', user: { id: '42' } })
    await give(twin)
    overwrite(await give(mock))
    expect(mock.export()).toEqual(twin.export())
  },
)

describe('a record that a mock gets', () => {
  test('can be changed later without changing the mock', async () => {
    const mock = createMock()
    const partial = { user: { id: '42' }, departments: [{ id: '1', states: ['avoid' as const] }] }
    const created = await mock.volunteers.create(partial)
    overwrite(partial)
    expect(mock.volunteers.find(created.id)).toEqual(created)
    const changes = { departments: [{ id: '2', states: ['request' as const] }] }
    const updated = await mock.volunteers.update(created.id, changes)
    overwrite(changes)
    expect(mock.volunteers.find(created.id)).toEqual(updated)
  })

  test('in the option data can be changed later without changing the mock', () => {
    const data = createMock({ data: 'edge-cases' }).export()
    const mock = createMock({ data })
    const before = mock.export()
    overwrite(data)
    expect(mock.export()).toEqual(before)
  })
})
