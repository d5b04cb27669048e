import { describe, expect, test } from 'vitest'
import { builtInData } from '../../src/convention/built-in-data.js'
import { createMock } from '../../src/index.js'
import { kinds } from '../../src/convention/kinds.js'
import { ask } from '../support/ask.js'

describe('empty', () => {
  test('has no records', async () => {
    const { format, ...lists } = createMock({ data: 'empty' }).export()
    expect(format).toBe('conmock-1')
    expect(Object.keys(lists)).toEqual(Object.keys(kinds))
    expect(Object.values(lists).flat()).toEqual([])
    expect((await ask(createMock({ data: 'empty' }), '/api/v0/users/1/volunteer')).status).toBe(404)
  })

  test('has generated records but no edge cases if numbers are given', () => {
    const { volunteers, roles } = createMock({ data: 'empty', volunteerCount: 2, roleCount: 1 }).export()
    expect(volunteers.map(({ id }) => id)).toEqual(['50001001', '50001002'])
    expect(roles.map(({ id }) => id)).toEqual(['101'])
  })
})

test('many-pages has the records of the default data, and more', () => {
  const [many, few] = [createMock({ data: 'many-pages' }), createMock()]
  expect([many.volunteers.count(), many.roles.count()]).toEqual([100_000, 10_000])
  for (const id of ['50001173', '50000001']) expect(many.volunteers.find(id)).toEqual(few.volunteers.find(id))
  for (const id of ['330', '1']) expect(many.roles.find(id)).toEqual(few.roles.find(id))
})

test('single-page has the volunteers of the default data', () => {
  expect(createMock({ data: 'single-page' }).volunteers.count()).toBe(200)
})

test('edge-cases has only the hand-written records', () => {
  const handMade = Object.entries(kinds).map(([name, kind]) => [name, kind.handMade])
  expect(createMock({ data: 'edge-cases' }).export()).toEqual({
    format: 'conmock-1',
    ...Object.fromEntries(handMade),
  })
})

describe('the options volunteerCount and roleCount', () => {
  test.each(Object.keys(builtInData) as (keyof typeof builtInData)[])(
    'override the numbers of the built-in data %s',
    (data) => {
      for (const wanted of [
        { volunteerCount: 31, roleCount: 12 },
        { volunteerCount: 0, roleCount: 0 },
      ]) {
        const { volunteers, roles } = createMock({ data, ...wanted })
        expect({ volunteerCount: volunteers.count(), roleCount: roles.count() }).toEqual(wanted)
      }
    },
  )

  test('keep the first edge cases if there are fewer records than edge cases', () => {
    const { volunteers, roles } = createMock({ volunteerCount: 2, roleCount: 3 }).export()
    expect(volunteers).toEqual(kinds.volunteers.handMade.slice(0, 2))
    expect(roles).toEqual(kinds.roles.handMade.slice(0, 3))
  })
})
