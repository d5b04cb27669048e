import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  assumptions,
  ConflictError,
  createMock,
  DataError,
  InvalidOptionError,
  operations,
  personas,
  scenarios,
  scopes,
  type MockOptions,
} from '../../src/index.js'
import { ask, authorized, volunteerPath } from '../support/ask.js'
import { thrownBy } from '../support/thrown.js'

/** What a caller in plain JavaScript may pass, which no type stops. */
function anything(value: unknown): never {
  return value as never
}

function cyclic(): never {
  const value: Record<string, unknown> = {}
  value['user'] = value
  value['departments'] = [value]
  return anything(value)
}

describe('input without an end', () => {
  test('is refused by the records as any other that is wrong', async () => {
    const mock = createMock()
    await expect(mock.volunteers.create(cyclic())).rejects.toThrow(DataError)
    await expect(mock.volunteers.update('50000001', cyclic())).rejects.toThrow(DataError)
    await expect(mock.roles.create(cyclic())).rejects.toThrow(DataError)
  })

  test('is refused as data, and so is what is nested without need', () => {
    expect(thrownBy(() => createMock({ data: cyclic() }))).toBeInstanceOf(DataError)
    const nested: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(thrownBy(() => createMock({ data: { roles: anything(nested) } }))).toBeInstanceOf(DataError)
  })
})

describe('what a mock hands out', () => {
  test('cannot be changed by a predicate, in this mock or in another of the same world', () => {
    const [mock, other] = [createMock(), createMock()]
    const change = () => mock.roles.findMany((role) => ((role.name = 'changed'), false))
    expect(change).toThrow(TypeError)
    expect(other.roles.find('1')).toEqual({ id: '1', name: 'staff' })
  })

  test.each(Object.entries<object>({ assumptions, operations, personas, scenarios, scopes }))(
    'cannot be changed by the exported %s',
    (_, value) => {
      const [first] = Object.values(value)
      expect(Object.isFrozen(value)).toBe(true)
      expect(Object.isFrozen(first)).toBe(true)
    },
  )
})

describe('what a caller gives', () => {
  test('is read when it is given, and not when its turn comes', async () => {
    const mock = createMock()
    const partial = { name: 'first' }
    const created = mock.roles.create(partial)
    partial.name = 'second'
    const changes = { name: 'third' }
    const updated = mock.roles.update('1', changes)
    changes.name = 'fourth'
    expect([(await created).name, (await updated).name]).toEqual(['first', 'third'])
  })

  test.each<[string, unknown]>([
    ['null for the options', null],
    ['a number for the options', 5],
    ['a text for the clock', { now: '2026-01-31' }],
    ['a date for the clock', { now: new Date(0) }],
    ['a number that is none for the clock', { now: Number.NaN }],
    ['a number without an end for the clock', { now: Number.POSITIVE_INFINITY }],
    ['a text for whether there is a header', { assumedHeader: 'no' }],
    ['an unknown way to vary', { vary: 'all' }],
    ['true for the way to vary', { vary: true }],
    ['null for the way to vary', { vary: null }],
    ['handlers that are none', { handlers: [{}] }],
    ['a text for the handlers', { handlers: 'ab' }],
    ['a number for the tokens', { tokens: 5 }],
    ['a text for the scopes of a token', { tokens: { a: 'user:read' } }],
    ['null for the scopes of a token', { tokens: { a: null } }],
    ['a ready-made token as one of its own', { tokens: { 'mock-all-scopes': [] } }],
    ['a list for the assumptions', { assumptions: [] }],
  ])('is refused by its kind: %s', (_, options) => {
    expect(thrownBy(() => createMock(options as MockOptions))).toBeInstanceOf(InvalidOptionError)
  })

  test.each<[string, unknown[]]>([
    ['no number', ['3']],
    ['a negative number', [-1]],
    ['no whole number', [1.5]],
    ['a number without an end', [Number.POSITIVE_INFINITY]],
    ['an object for the function', [2, {}]],
    ['a function beside a list', [[{}], () => ({})]],
  ])('is refused by createMany: %s', async (_, args) => {
    const { roles } = createMock()
    await expect((roles.createMany as (...all: unknown[]) => Promise<unknown>)(...args)).rejects.toThrow(
      InvalidOptionError,
    )
  })

  test('is refused where it is no partial', async () => {
    const { roles } = createMock()
    await expect(roles.create(anything(null))).rejects.toThrow(DataError)
    await expect(roles.createMany(1, () => anything(null))).rejects.toThrow(DataError)
  })

  test('is refused where it can name no record', async () => {
    const { roles } = createMock()
    expect(thrownBy(() => roles.find(anything(null)))).toBeInstanceOf(InvalidOptionError)
    await expect(roles.delete(anything(5))).rejects.toThrow(InvalidOptionError)
  })

  test('matches own members only', () => {
    expect(createMock().roles.find(JSON.parse('{"__proto__":{}}') as never)).toBeUndefined()
  })
})

describe('an id of the wrong kind', () => {
  test('is told from an unknown one, in code and over HTTP', async () => {
    const mock = createMock()
    await expect(mock.volunteers.update('1', {})).rejects.toThrow('the user "1" has the record "50000001"')
    const { body } = await ask(mock, volunteerPath('50000001'))
    expect(body).toMatchObject({
      code: 'unknown_user',
      hint: expect.stringMatching(/its user: 1\.$/) as string,
    })
  })
})

describe('a role without a name', () => {
  test('gets another one when the drawn one is taken', async () => {
    const mock = createMock()
    const { name } = await mock.roles.create()
    await mock.reset()
    await mock.roles.create({ id: 'holder', name })
    expect((await mock.roles.create()).name).not.toBe(name)
  })
})

describe('the first role in a world of ten million', () => {
  test('is checked against all names without reading them', async () => {
    const mock = createMock({ roles: 10_000_000 })
    const taken = mock.roles.find('9876543')!.name
    await expect(mock.roles.create({ name: taken })).rejects.toThrow(ConflictError)
    await mock.roles.update('9876543', { name: 'renamed' })
    expect((await mock.roles.create({ name: taken })).name).toBe(taken)
  })
})

describe("a network error of a user's handler", () => {
  test('rejects as the global fetch does', async () => {
    const mock = createMock({ handlers: [http.get('*/api/v0/roles', () => HttpResponse.error())] })
    await expect(mock.fetch(authorized('/api/v0/roles'))).rejects.toThrow(new TypeError('Failed to fetch'))
  })
})
