import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createMock, personas } from '../../src/index.js'
import { kinds } from '../../src/dataset/kinds.js'
import { parseData } from '../../src/dataset/data-file.js'

describe('the personas', () => {
  test('are valid, with unique ids and role names', () => {
    const data = {
      volunteers: kinds.volunteers.handMade,
      users: kinds.users.handMade,
      roles: kinds.roles.handMade,
    }
    expect(parseData(data)).toMatchObject({ format: 'conmock-1', ...data })
  })

  test('are available by name, with the user and the record', () => {
    expect(personas.plain.user.id).toBe('1')
    expect(personas.plain.volunteer.user).toBe(personas.plain.user)
    expect(personas.noRecord).toMatchObject({ user: { id: '28' }, volunteer: null })
  })

  test('have names that are checked, but no other members', async () => {
    const unknown = personas as unknown as Record<string, unknown>
    for (const name of ['emptyList', 'emptylists', 'noPreferedName'])
      expect(() => unknown[name]).toThrow(`unknown persona "${name}": did you mean "`)
    expect(() => unknown['staff']).toThrow(`The personas are: ${Object.keys(personas).join(', ')}`)
    expect(JSON.parse(JSON.stringify(personas))).toEqual({ ...personas })
    // Test runners read names of protocols.
    expect(personas).not.toStrictEqual({})
    expect(() => expect(personas).toBe(1)).toThrow('Object.is equality')
    await expect(Promise.resolve(personas)).resolves.toBe(personas)
  })

  test('agree with the fixture file, in the same order', () => {
    const text = readFileSync(new URL('../../fixtures/personas.json', import.meta.url), 'utf8')
    const file = JSON.parse(text) as { personas: Record<string, { shows: string; volunteer: unknown }> }
    const shown = Object.entries(personas).map(([name, { shows, volunteer }]) => [name, shows, volunteer])
    expect(shown).toEqual(
      Object.entries(file.personas).map(([name, { shows, volunteer }]) => [name, shows, volunteer]),
    )
  })

  test('have exactly the names of the fixture file in their type', () => {
    const source = readFileSync(new URL('../../src/dataset/personas.ts', import.meta.url), 'utf8')
    const typed = [...source.matchAll(/^ {2}\/\*\* User (\d+): .*\n {2}readonly (\w+): /gm)]
    expect(typed.map(([, id, name]) => [name, id])).toEqual(
      Object.entries(personas).map(([name, { user }]) => [name, user.id]),
    )
  })

  test.each([1, 2, 4711])('do not collide with generated records of seed %i', (seed) => {
    const { volunteers, users, roles } = createMock({ seed, volunteers: 3000, roles: 3000 }).export()
    expect(() => parseData({ volunteers, users, roles })).not.toThrow()
  })

  test('have record ids that no user has', () => {
    const mock = createMock({ volunteers: 10_000_000 })
    const ids = [...kinds.volunteers.handMade.map(({ id }) => id), '50001001', String(50_001_000 + 9_999_973)]
    for (const id of ids) {
      expect(mock.volunteers.find(id)?.id).toBe(id)
      expect(mock.users.find(id)).toBeUndefined()
    }
  })
})
