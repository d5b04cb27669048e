import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMock, InvalidOptionError, type Mock } from '../../src/index.js'
import { ask, authorized, volunteerPath } from '../support/ask.js'

const ROLES = '/api/v0/roles'
const START = Date.UTC(2026, 6, 4, 10)
/** The first and the last millisecond of the years 0 to 9999. */
const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

afterEach(() => {
  vi.useRealTimers()
})

/** Stops the time of the machine at this moment. */
function setMachineTime(moment: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: moment })
}

function iso(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString()
}

async function statusOf(mock: Mock, path = ROLES, token?: string): Promise<number> {
  return (await ask(mock, path, token)).status
}

describe('the time of a mock', () => {
  it('is the current time of the machine', () => {
    setMachineTime(START)
    const mock = createMock()
    expect(mock.clock.now()).toBe(START)
    vi.setSystemTime(START + 1234)
    expect(mock.clock.now()).toBe(START + 1234)
  })

  it('is the current result of a function', () => {
    let now = START
    const mock = createMock({ now: () => now })
    expect(mock.clock.now()).toBe(START)
    now += 5
    expect(mock.clock.now()).toBe(START + 5)
  })

  it.each([START, 0, -86_400_000, 0.5])('stays at the number %d', (now) => {
    const mock = createMock({ now })
    setMachineTime(START + 1000)
    expect(mock.clock.now()).toBe(now)
    vi.setSystemTime(START + 99_000)
    expect(mock.clock.now()).toBe(now)
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

  it('is separate for each mock', () => {
    const [mock, other] = [createMock({ now: START }), createMock({ now: START })]
    mock.clock.advance(60)
    expect(other.clock.now()).toBe(START)
  })

  it.each([
    ['a string', '5'],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['null', null],
    ['a Date', new Date(START)],
    ['a boolean', true],
    ['a bigint', 5n],
    ['a millisecond before the year 0', FIRST - 1],
    ['a millisecond after the year 9999', LAST + 1],
    ['more than a Date can represent', 8.64e15 + 1],
    ['the largest number', Number.MAX_VALUE],
  ])('cannot be %s', (_, now) => {
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

  it.each([
    ['a negative number', -1],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a string', '5'],
    ['null', null],
    ['nothing', undefined],
    ['a bigint', 5n],
    ['an object', {}],
    ['a symbol', Symbol('s')],
  ])('cannot be moved by %s', (_, seconds) => {
    const { clock } = createMock({ now: START })
    expect(() => clock.advance(seconds as never)).toThrow(InvalidOptionError)
    expect(clock.now()).toBe(START)
  })
})

describe('the time of a mock applies to', () => {
  it('cursors', async () => {
    const mock = createMock({ now: START, assumptions: { 'cursor.lifetime': 60, 'roles.pageSize': 2 } })
    const { body } = await ask(mock, ROLES)
    const next = `${ROLES}?nextPage=${encodeURIComponent((body as { nextPage: string }).nextPage)}`
    mock.clock.advance(59)
    expect(await statusOf(mock, next)).toBe(200)
    mock.clock.advance(2)
    expect(await statusOf(mock, next)).toBe(400)
    await mock.reset()
    expect(await statusOf(mock, next)).toBe(200)
  })

  it('the rate limit', async () => {
    const mock = createMock({ now: START, assumptions: { rateLimit: { requests: 2, perSeconds: 10 } } })
    const statuses = [await statusOf(mock)]
    mock.clock.advance(4)
    statuses.push(await statusOf(mock))
    const refused = await mock.fetch(authorized(ROLES))
    expect([...statuses, refused.status]).toEqual([200, 200, 429])
    expect(refused.headers.get('retry-after')).toBe('6')
    mock.clock.advance(6)
    expect([await statusOf(mock), await statusOf(mock)]).toEqual([200, 429])
    await mock.reset()
    expect([await statusOf(mock), await statusOf(mock), await statusOf(mock)]).toEqual([200, 200, 429])
  })
})

describe.each([FIRST, -1, 0, LAST])('at the time %d,', (now) => {
  it('only the expired token is invalid', async () => {
    const mock = createMock({ now })
    expect(await statusOf(mock, ROLES, 'mock-expired')).toBe(401)
    expect(await statusOf(mock)).toBe(200)
    expect(await statusOf(mock, ROLES, mock.tokens.issue({ scopes: ['user:read'] }).token)).toBe(200)
  })

  it('all records have valid dates, with the update not before the creation', async () => {
    const mock = createMock({ now, scenario: 'personas' })
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
    for (const expiresIn of [(LAST + 1 - now) / 1000, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
      expect(() => tokens.issue({ expiresIn })).toThrow(/^expiresIn must end before the year 10000/)
    }
  })
})

describe('with the option now,', () => {
  it('a new volunteer record has the current date', async () => {
    const mock = createMock({ now: START })
    const first = await mock.volunteers.create({ user: { id: '42' } })
    mock.clock.advance(60)
    const [second, third] = await mock.volunteers.createMany(2)
    const dates = [first, second!, third!].map(({ createdAt, updatedAt }) => [createdAt, updatedAt])
    expect(dates).toEqual([
      [iso(0), iso(0)],
      [iso(60), iso(60)],
      [iso(60), iso(60)],
    ])
    const { body } = await ask(mock, volunteerPath('42'))
    expect(body).toMatchObject({ createdAt: iso(0), updatedAt: iso(0) })
  })

  it('an update sets updatedAt, and keeps createdAt', async () => {
    let now = START
    const mock = createMock({ now: () => now })
    await mock.volunteers.create({ user: { id: '42' } })
    now += 90_000
    const updated = await mock.volunteers.update({ user: { id: '42' } }, { departments: [] })
    expect(updated).toMatchObject({ createdAt: iso(0), updatedAt: iso(90) })
    const { body } = await ask(mock, volunteerPath('42'))
    expect(body).toMatchObject({ createdAt: iso(0), updatedAt: iso(90) })
  })

  it('an update of an initial record also sets updatedAt', async () => {
    const mock = createMock({ now: START })
    const { createdAt } = mock.volunteers.find({ user: { id: '1' } })!
    const updated = await mock.volunteers.update({ user: { id: '1' } }, { options: [] })
    expect(updated).toMatchObject({ createdAt, updatedAt: iso(0) })
  })

  it('a date of undefined is ignored', async () => {
    const mock = createMock({ now: START })
    const dates = { createdAt: undefined, updatedAt: undefined }
    const { id } = await mock.volunteers.create({ ...dates, user: { id: '42' } })
    const start = new Date(START).toISOString()
    expect(mock.volunteers.find(id)).toMatchObject({ createdAt: start, updatedAt: start })
    mock.clock.advance(60)
    const later = new Date(START + 60_000).toISOString()
    for (const given of [{ updatedAt: undefined }, dates]) {
      const updated = await mock.volunteers.update(id, { options: [], ...given })
      expect(updated).toMatchObject({ createdAt: start, updatedAt: later })
    }
  })

  it('an update of createdAt sets updatedAt to the same or a later date', async () => {
    const mock = createMock({ now: START })
    const { id } = await mock.volunteers.create()
    const later = await mock.volunteers.update(id, { createdAt: iso(60) })
    expect(later).toMatchObject({ createdAt: iso(60), updatedAt: iso(60) })
    const earlier = await mock.volunteers.update(id, { createdAt: iso(-60) })
    expect(earlier).toMatchObject({ createdAt: iso(-60), updatedAt: iso(60) })
    const basic = await mock.volunteers.update(id, { createdAt: '20260928' })
    expect(basic).toMatchObject({ createdAt: '20260928', updatedAt: '20260928' })
  })

  it('given dates are kept, and the other date is not before the creation', async () => {
    const mock = createMock({ now: START })
    const [before, after] = ['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z']
    const both = await mock.volunteers.create({ createdAt: before, updatedAt: after })
    expect(both).toMatchObject({ createdAt: before, updatedAt: after })
    const one = await mock.volunteers.create({ createdAt: before })
    expect(one.createdAt).toBe(before)
    expect(Date.parse(one.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before))
    const later = await mock.volunteers.create({ createdAt: iso(60) })
    expect(Date.parse(later.updatedAt)).toBeGreaterThanOrEqual(Date.parse(iso(60)))
    const updated = await mock.volunteers.update(both.id, { updatedAt: '2022-01-01T00:00:00Z' })
    expect(updated).toMatchObject({ createdAt: before, updatedAt: '2022-01-01T00:00:00Z' })
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

describe('without the option now,', () => {
  it('dates depend on the seed, and not on the time of the machine', async () => {
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
})
