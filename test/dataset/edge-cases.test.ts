import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createMock, edgeCases } from '../../src/index.js'
import { kinds } from '../../src/convention/kinds.js'
import { parseData } from '../support/convention.js'

describe('the edge cases', () => {
  test('are valid, with unique ids and role names', () => {
    const data = {
      volunteers: kinds.volunteers.handMade,
      users: kinds.users.handMade,
      roles: kinds.roles.handMade,
    }
    expect(parseData(data)).toMatchObject({ format: 'conmock-1', ...data })
  })

  test('are available by name, with the user and the record', () => {
    expect(edgeCases.plain.user.id).toBe('1')
    expect(edgeCases.plain.volunteer.user).toBe(edgeCases.plain.user)
    expect(edgeCases.noRecord).toMatchObject({ user: { id: '28' }, volunteer: null })
  })

  test('have exactly the names of the fixture file in their type', () => {
    const source = readFileSync(new URL('../../src/convention/edge-cases.ts', import.meta.url), 'utf8')
    const typed = [...source.matchAll(/^ {2}\/\*\* User (\d+): .*\n {2}readonly (\w+): /gm)]
    expect(typed.map(([, id, name]) => [name, id])).toEqual(
      Object.entries(edgeCases).map(([name, { user }]) => [name, user.id]),
    )
  })

  test('have record ids that no user has', () => {
    const mock = createMock({ volunteerCount: 10_000_000 })
    const ids = [...kinds.volunteers.handMade.map(({ id }) => id), '50001001', String(50_001_000 + 9_999_973)]
    for (const id of ids) {
      expect(mock.volunteers.find(id)?.id).toBe(id)
      expect(mock.users.find(id)).toBeUndefined()
    }
  })
})
