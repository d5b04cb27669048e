import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMock, InvalidOptionError, type Mock, type MockOptions } from '../../src/index.js'
import { ask, ROLES, volunteerPath } from '../support/ask.js'

const START = Date.UTC(2026, 6, 4, 10)
/** The first and the last millisecond of the years 0 to 9999. */
const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

afterEach(() => {
  vi.useRealTimers()
})

function setMachineTime(moment: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: moment })
}

function iso(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString()
}

function dates(created: number, updated = created) {
  return { createdAt: iso(created), updatedAt: iso(updated) }
}

async function statusOf(mock: Mock, token?: string): Promise<number> {
  return (await ask(mock, ROLES, token)).status
}

const noNumbers = ['5', Number.NaN, Infinity, null, true, 5n]

describe('the time of a mock', () => {
  it.each<[what: string, now: MockOptions['now'], expected: number]>([
    ['the current time of the machine', undefined, START + 1000],
    ['the current result of a function', () => Date.now() + 5, START + 1005],
    ...[START, 0, -86_400_000, 0.5].map((now) => [`the number ${now}`, now, now] as [string, number, number]),
  ])('is %s', (_, now, expected) => {
    setMachineTime(START)
    const mock = createMock({ now })
    vi.setSystemTime(START + 1000)
    expect(mock.clock.now()).toBe(expected)
  })

  it.each([
    ['a number', START],
    ['a function', () => START],
    ['nothing', undefined],
  ])('is moved by advance() and restored by reset(), if the option is %s', async (_, now) => {
    setMachineTime(START)
    const mock = createMock({ now })
    mock.clock.advance(3600)
    mock.clock.advance(0)
    mock.clock.advance(0.5)
    expect(mock.clock.now()).toBe(START + 3_600_500)
    await mock.reset()
    expect(mock.clock.now()).toBe(START)
  })

  const noTimes = [...noNumbers, new Date(START), FIRST - 1, LAST + 1, 8.64e15 + 1, Number.MAX_VALUE]

  it.each(noTimes)('cannot be %s', (now) => {
    expect(() => createMock({ now } as never)).toThrow(InvalidOptionError)
    expect(() => createMock({ now } as never)).toThrow(/"now" must/)
    expect(() => createMock({ now: () => now } as never).clock.now()).toThrow(/^"now" must return/)
  })

  it('cannot be moved past the year 9999', () => {
    const { clock } = createMock({ now: START })
    expect(() => clock.advance((LAST + 1 - START) / 1000)).toThrow(
      'clock.advance cannot go past the year 9999, but got 251619141600 seconds',
    )
    expect(() => clock.advance(Number.MAX_VALUE)).toThrow(InvalidOptionError)
    expect(clock.now()).toBe(START)
    clock.advance((LAST - START) / 1000)
    expect(clock.now()).toBe(LAST)
  })

  it.each([...noNumbers, -1, undefined, {}, Symbol('s')])('cannot be moved by %s', (seconds) => {
    const { clock } = createMock({ now: START })
    expect(() => clock.advance(seconds as never)).toThrow(InvalidOptionError)
    expect(clock.now()).toBe(START)
  })
})

describe.each([FIRST, -1, 0, LAST])('at the time %d,', (now) => {
  it('only the expired token is invalid', async () => {
    const mock = createMock({ now })
    expect(await statusOf(mock, 'mock-expired')).toBe(401)
    expect(await statusOf(mock)).toBe(200)
    expect(await statusOf(mock, mock.tokens.issue({ scopes: ['user:read'] }).token)).toBe(200)
  })

  it('all records have valid dates, with the update not before the creation', async () => {
    const mock = createMock({ now, data: 'edge-cases' })
    await mock.volunteers.create({ user: { id: '42' } })
    await mock.volunteers.updateMany({}, { options: [] })
    const volunteers = mock.volunteers.findMany()
    expect(volunteers).toHaveLength(28)
    for (const { createdAt, updatedAt } of volunteers) {
      expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
    }
    expect(createMock({ data: mock.export() }).volunteers.findMany()).toEqual(volunteers)
  })

  it('a token expires at the last valid date at the latest', () => {
    const { tokens } = createMock({ now })
    expect(tokens.issue({ expiresIn: (LAST - now) / 1000 }).expiresAt).toBe(LAST)
    for (const expiresIn of [(LAST + 1 - now) / 1000, Number.MAX_VALUE]) {
      expect(() => tokens.issue({ expiresIn })).toThrow(/^"expiresIn" must end before the year 10000/)
    }
  })
})

describe('with the option now,', () => {
  it('a new volunteer record has the current date', async () => {
    const mock = createMock({ now: START })
    const first = await mock.volunteers.create({ user: { id: '42' } })
    mock.clock.advance(60)
    for (const made of await mock.volunteers.createMany(2)) expect(made).toMatchObject(dates(60))
    expect(first).toMatchObject(dates(0))
    expect((await ask(mock, volunteerPath('42'))).body).toMatchObject(dates(0))
  })

  it('an update sets updatedAt, and keeps createdAt', async () => {
    let now = START
    const mock = createMock({ now: () => now })
    await mock.volunteers.create({ user: { id: '42' } })
    const { createdAt } = mock.volunteers.find({ user: { id: '1' } })!
    now += 90_000
    for (const [id, expected] of [
      ['42', dates(0, 90)],
      ['1', { createdAt, updatedAt: iso(90) }],
    ] as const) {
      expect(await mock.volunteers.update({ user: { id } }, { options: [] })).toMatchObject(expected)
      expect((await ask(mock, volunteerPath(id))).body).toMatchObject(expected)
    }
  })

  it('a date of undefined is ignored', async () => {
    const mock = createMock({ now: START })
    const none = { createdAt: undefined, updatedAt: undefined }
    const { id } = await mock.volunteers.create(none)
    expect(mock.volunteers.find(id)).toMatchObject(dates(0))
    mock.clock.advance(60)
    for (const given of [{ updatedAt: undefined }, none]) {
      expect(await mock.volunteers.update(id, { options: [], ...given })).toMatchObject(dates(0, 60))
    }
  })

  it('an update of createdAt sets updatedAt to the same or a later date', async () => {
    const mock = createMock({ now: START })
    const { id } = await mock.volunteers.create()
    expect(await mock.volunteers.update(id, { createdAt: iso(60) })).toMatchObject(dates(60))
    expect(await mock.volunteers.update(id, { createdAt: iso(-60) })).toMatchObject(dates(-60, 60))
    const day = await mock.volunteers.update(id, { createdAt: '2026-12-24' })
    expect(day).toMatchObject({ createdAt: '2026-12-24', updatedAt: '2026-12-24' })
  })

  it('given dates are kept, and the other date is not before the creation', async () => {
    const mock = createMock({ now: START })
    const both = await mock.volunteers.create(dates(-90, -60))
    expect(both).toMatchObject(dates(-90, -60))
    expect(await mock.volunteers.create({ createdAt: iso(-90) })).toMatchObject(dates(-90))
    expect(await mock.volunteers.create({ createdAt: iso(60) })).toMatchObject(dates(60))
    expect(await mock.volunteers.create({ updatedAt: iso(-90) })).toMatchObject(dates(-90))
    expect(await mock.volunteers.update(both.id, { updatedAt: iso(-30) })).toMatchObject(dates(-90, -30))
  })

  it('only the dates of new records differ from those without the option', async () => {
    const [mock, plain] = [createMock({ now: START }), createMock()]
    expect(mock.export()).toEqual(plain.export())
    const [{ createdAt: _, updatedAt: __, ...made }, expected] = [
      await mock.volunteers.create(),
      await plain.volunteers.create(),
    ]
    expect(expected).toMatchObject(made)
    expect(await mock.roles.create()).toEqual(await plain.roles.create())
    expect(await mock.users.create()).toEqual(await plain.users.create())
  })
})

it('without the option now, dates depend on the seed, and not on the time of the machine', async () => {
  const records = []
  for (const moment of [Date.UTC(2000, 0, 1), Date.UTC(2040, 0, 1)]) {
    setMachineTime(moment)
    const mock = createMock({ seed: 3 })
    const made = await mock.volunteers.create()
    mock.clock.advance(60)
    const updated = await mock.volunteers.update(made.id, { departments: [] })
    expect(updated.updatedAt).toBe(made.updatedAt)
    records.push([made, updated, await mock.volunteers.update({ user: { id: '1' } }, { options: [] })])
  }
  expect(records[1]).toEqual(records[0])
})
