import { expect, it } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi } from '../../src/index.js'

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

it('a factory may make the ids, such as UUIDs', async () => {
  const schema = z.object({ id: z.uuid(), name: z.string().optional() })
  const teams = extendApi().collection('teams', {
    one: 'team',
    schema,
    factory: ({ index }) => ({ id: uuid(index) }),
    initial: () => [{ name: 'A' }, { id: uuid(7) }],
  })
  const mock = createMock({ extend: teams })
  expect(mock.teams.findMany().map(({ id }) => id)).toEqual([uuid(0), uuid(7)])
  expect((await mock.teams.create()).id).toBe(uuid(10_000))
  expect((await mock.teams.create({ id: uuid(10_001) })).id).toBe(uuid(10_001))
  expect((await mock.teams.create()).id).toBe(uuid(10_002))
  await mock.replace({ teams: [{ name: 'B' }, { id: uuid(10_000) }, {}] })
  expect(mock.teams.findMany().map(({ id }) => id)).toEqual([uuid(10_000), uuid(10_001), uuid(10_002)])
})

it.each<[what: string, factory: () => object, message: string]>([
  ['an id of conmock that does not fit', () => ({}), 'the id that conmock gives a team does not fit: '],
  [
    'the same id each time',
    () => ({ id: z.uuid().parse('00000000-0000-4000-8000-000000000000') }),
    'returns the same id for each index',
  ],
])('refuses %s', async (_, factory, message) => {
  const teams = extendApi().collection('teams', {
    one: 'team',
    schema: z.object({ id: z.uuid() }),
    factory,
  })
  await expect(createMock({ extend: teams }).teams.create()).rejects.toThrow(message)
})
