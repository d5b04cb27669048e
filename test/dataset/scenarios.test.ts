import { describe, expect, test } from 'vitest'
import { scenarios } from '../../src/dataset/scenarios.js'
import { createMock } from '../../src/index.js'
import { kinds } from '../../src/dataset/kinds.js'
import { ask } from '../support/ask.js'

describe('empty', () => {
  test('has no records', async () => {
    const { format, ...lists } = createMock({ scenario: 'empty' }).export()
    expect(format).toBe('conmock-1')
    expect(Object.keys(lists)).toEqual(Object.keys(kinds))
    expect(Object.values(lists).flat()).toEqual([])
    expect((await ask(createMock({ scenario: 'empty' }), '/api/v0/users/1/volunteer')).status).toBe(404)
  })

  test('has generated records but no edge cases if numbers are given', () => {
    const { volunteers, roles } = createMock({ scenario: 'empty', volunteers: 2, roles: 1 }).export()
    expect(volunteers.map(({ id }) => id)).toEqual(['50001001', '50001002'])
    expect(roles.map(({ id }) => id)).toEqual(['101'])
  })
})

test('many-pages has the records of the default scenario, and more', () => {
  const [many, few] = [createMock({ scenario: 'many-pages' }), createMock()]
  expect([many.volunteers.count(), many.roles.count()]).toEqual([100_000, 10_000])
  for (const id of ['50001173', '50000001']) expect(many.volunteers.find(id)).toEqual(few.volunteers.find(id))
  for (const id of ['330', '1']) expect(many.roles.find(id)).toEqual(few.roles.find(id))
})

test('single-page has the volunteers of the default scenario', () => {
  expect(createMock({ scenario: 'single-page' }).volunteers.count()).toBe(200)
})

test('edgeCases has only the hand-written records', () => {
  const { volunteers, users, roles } = kinds
  expect(createMock({ scenario: 'edge-cases' }).export()).toEqual({
    format: 'conmock-1',
    volunteers: volunteers.handMade,
    users: users.handMade,
    roles: roles.handMade,
  })
})

describe('the options volunteers and roles', () => {
  test.each(Object.keys(scenarios) as (keyof typeof scenarios)[])(
    'override the numbers of the scenario %s',
    (scenario) => {
      for (const wanted of [
        { volunteers: 31, roles: 12 },
        { volunteers: 0, roles: 0 },
      ]) {
        const { volunteers, roles } = createMock({ scenario, ...wanted })
        expect({ volunteers: volunteers.count(), roles: roles.count() }).toEqual(wanted)
      }
    },
  )

  test('keep the first edgeCases if there are fewer records than edgeCases', () => {
    const { volunteers, roles } = createMock({ volunteers: 2, roles: 3 }).export()
    expect(volunteers).toEqual(kinds.volunteers.handMade.slice(0, 2))
    expect(roles).toEqual(kinds.roles.handMade.slice(0, 3))
  })

  test('may be as large as ten million', () => {
    const mock = createMock({ volunteers: 10_000_000, roles: 10_000_000 })
    expect(mock.volunteers.find('60000973')).toBeDefined()
    expect(mock.volunteers.find('60000974')).toBeUndefined()
    expect(mock.roles.find('10000090')).toBeDefined()
    expect(mock.roles.find('10000091')).toBeUndefined()
  })
})
