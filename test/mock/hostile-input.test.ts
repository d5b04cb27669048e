import { describe, expect, test } from 'vitest'
import { assumptions } from '../../src/convention/assumptions.js'
import { operations } from '../../src/convention/operations.js'
import { builtInData } from '../../src/convention/built-in-data.js'
import {
  ConflictError,
  createMock,
  DataError,
  InvalidOptionError,
  edgeCases,
  type MockOptions,
} from '../../src/index.js'
import { thrownBy } from '../support/thrown.js'
import { scopes } from '../support/convention.js'

/** Passes a value of any type, as in plain JavaScript. */
function untyped(value: unknown): never {
  return value as never
}

function cyclic(): never {
  const value: Record<string, unknown> = {}
  value['user'] = value
  value['departments'] = [value]
  return untyped(value)
}

describe('cyclic or deeply nested input', () => {
  test('is refused by the methods of records', async () => {
    const mock = createMock()
    await expect(mock.volunteers.create(cyclic())).rejects.toThrow(DataError)
    await expect(mock.volunteers.update('50000001', cyclic())).rejects.toThrow(DataError)
    await expect(mock.roles.create(cyclic())).rejects.toThrow(DataError)
  })

  test('is refused in the option data', () => {
    for (const data of [cyclic(), untyped(null)])
      expect(thrownBy(() => createMock({ data }))).toBeInstanceOf(DataError)
    const nested: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(thrownBy(() => createMock({ data: { roles: untyped(nested) } }))).toBeInstanceOf(DataError)
  })
})

describe('an object that a mock returns', () => {
  test('cannot be changed by a predicate', () => {
    const [mock, other] = [createMock(), createMock()]
    const change = () => mock.roles.findMany((role) => ((role.name = 'changed'), false))
    expect(change).toThrow(TypeError)
    expect(other.roles.find('1')).toEqual({ id: '1', name: 'staff' })
  })

  const { user, volunteer } = edgeCases.plain

  test.each(
    Object.entries<object>({ assumptions, operations, edgeCases, builtInData, scopes, user, volunteer }),
  )('cannot be changed if it is in the exported %s', (_, value) => {
    const [first] = Object.values(value)
    expect(Object.isFrozen(value)).toBe(true)
    expect(Object.isFrozen(first)).toBe(true)
  })
})

describe('input', () => {
  test('is read when the method is called, and not later', async () => {
    const mock = createMock()
    const partial = { name: 'first' }
    const created = mock.roles.create(partial)
    partial.name = 'second'
    const changes = { name: 'third' }
    const updated = mock.roles.update('1', changes)
    changes.name = 'fourth'
    expect([(await created).name, (await updated).name]).toEqual(['first', 'third'])
  })

  test.each([null, 5, { tokens: { 'mock-all-scopes': [] } }])('is refused by createMock: %j', (options) => {
    expect(thrownBy(() => createMock(options as MockOptions))).toBeInstanceOf(InvalidOptionError)
  })

  test.each(['3', -1, 1.5, Infinity, {}])('is refused by createMany: %o', async (partials) => {
    const { roles } = createMock()
    await expect(roles.createMany(partials as never)).rejects.toThrow(InvalidOptionError)
  })

  test('is refused by create if it is not an object', async () => {
    const { roles } = createMock()
    await expect(roles.create(untyped(null))).rejects.toThrow(DataError)
    await expect(roles.createMany([untyped(null)])).rejects.toThrow(DataError)
  })
})

test('a role without a name gets another name if the generated one exists already', async () => {
  const mock = createMock()
  const [, second] = await mock.roles.createMany(2)
  await mock.reset()
  // Takes the generated name of the next role.
  await mock.roles.create({ name: second!.name })
  expect((await mock.roles.create()).name).not.toBe(second!.name)
})

test('the first new role among ten million is checked against all names without generating them', async () => {
  const mock = createMock({ roleCount: 10_000_000 })
  const taken = mock.roles.find('9876543')!.name
  await expect(mock.roles.create({ name: taken })).rejects.toThrow(ConflictError)
  await mock.roles.update('9876543', { name: 'renamed' })
  expect((await mock.roles.create({ name: taken })).name).toBe(taken)
})
