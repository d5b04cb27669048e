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

it('pages of records with long ids come to an end', async () => {
  const long = 'x'.repeat(600)
  const extend = extendApi()
    .collection('things', {
      one: 'thing',
      schema: z.object({ id: z.string() }),
      factory: () => ({}),
      initial: () => [{ id: `${long}1` }, { id: `${long}2` }, { id: `${long}3` }],
    })
    .operation('listThings', 'GET /api/v0/things', { pages: 'things' }, ({ page }) => page({ limit: 1 }))
  const mock = createMock({ extend })
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const lastLetters: string[] = []
  for (let cursor: string | null = ''; cursor !== null && lastLetters.length < 5;) {
    const response = await mock.fetch(`http://localhost/api/v0/things${cursor && `?nextPage=${cursor}`}`, {
      headers,
    })
    const page = (await response.json()) as { data: { id: string }[]; nextPage: string | null }
    lastLetters.push(page.data[0]!.id.at(-1)!)
    cursor = page.nextPage
  }
  expect(lastLetters).toEqual(['1', '2', '3'])
})
