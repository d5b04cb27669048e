import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi } from '../../src/index.js'
import { registrations } from './registrations.js'

const extend = registrations

describe('a collection of a team', () => {
  it('has the members of a collection of the API', async () => {
    const mock = createMock({ extend })
    expect(mock.registrations.count()).toBe(150)
    expect(mock.registrations.find('1')).toEqual({
      id: '1',
      userId: '1',
      status: 'paid',
      badgeName: null,
      options: [],
    })
    await mock.registrations.delete({ userId: '9' })
    const created = await mock.registrations.create({ userId: '9', badgeName: 'Ada' })
    expect(created).toMatchObject({ id: '10001', badgeName: 'Ada' })
    await mock.registrations.update(created.id, { status: 'canceled' })
    expect(mock.registrations.findMany({ status: 'canceled' })).toHaveLength(1)
    await mock.reset()
    expect(mock.registrations.count({ status: 'canceled' })).toBe(0)
  })

  it('is in exported data, and is read from them', async () => {
    const mock = createMock({ extend })
    await mock.registrations.update('1', { badgeName: 'Ada' })
    const data = mock.export()
    expect(data.registrations[0]).toMatchObject({ badgeName: 'Ada' })
    expect(createMock({ extend, data }).export()).toEqual(data)
    await mock.replace({ registrations: [] })
    expect(mock.registrations.count()).toBe(0)
    expect(createMock({ extend, data: {} }).registrations.count()).toBe(0)
    expect(createMock({ extend, data: 'empty' }).registrations.count()).toBe(0)
  })

  it('has the same records in every mock, and sees the fresh records of other kinds', () => {
    expect(createMock({ extend }).export()).toEqual(createMock({ extend }).export())
    expect(createMock({ extend, volunteerCount: 3, data: 'default' }).registrations.count()).toBeLessThan(150)
  })

  it('refuses what breaks a rule', async () => {
    const mock = createMock({ extend })
    const { registrations: own } = mock
    await expect(own.create({ userId: '1' })).rejects.toThrow(/userId "1".*registration "1"/)
    await expect(own.create({ userId: 'nobody' })).rejects.toThrow(/\$\.userId: there is no user "nobody"/)
    await expect(own.create({ userId: '199', badge: 'x' } as never)).rejects.toThrow(/\$\.badge: /)
    await expect(own.create({ userId: '199', status: 'old' } as never)).rejects.toThrow(/\$\.status: /)
    expect(() => createMock({ extend, data: { registrations: [{ userId: 'nobody' }] } })).toThrow(
      /\$\.registrations\[0\]\.userId: there is no user "nobody"/,
    )
    const twice = { users: [{ id: '5' }], registrations: [{ userId: '5' }, { userId: '5' }] }
    expect(() => createMock({ extend, data: twice })).toThrow(/userId "5" is already used/)
  })

  it('has unique numbers and booleans, alone and with other fields in any order', async () => {
    const schema = z.object({
      id: z.string(),
      row: z.number(),
      isMain: z.boolean().nullable(),
      userId: z.string(),
    })
    const seats = extendApi().collection('seats', {
      one: 'seat',
      schema,
      unique: ['row', ['isMain', 'userId']],
      factory: ({ index }) => ({ row: index, isMain: null, userId: '1' }),
      initial: () => [{ row: 5, isMain: true }],
    })
    const mock = createMock({ extend: seats })
    await expect(mock.seats.create({ row: 5 })).rejects.toThrow(/row 5.*seat "1"/)
    await expect(mock.seats.create({ isMain: true })).rejects.toThrow(/isMain true and userId "1".*seat "1"/)
    const created = await mock.seats.create({ row: 6, isMain: true, userId: '2' })
    await expect(mock.seats.update(created.id, { userId: '1' })).rejects.toThrow(/isMain true/)
    await expect(mock.seats.create({ row: 6 })).rejects.toThrow(/row 6/)
    await mock.seats.createMany([{ isMain: null }, { isMain: null }])
    const twice = { seats: [{ row: 1 }, { row: 1 }] }
    expect(() => createMock({ extend: seats, data: twice })).toThrow(/row 1 is already used/)
  })

  it('loses the records that refer to a deleted one', async () => {
    const mock = createMock({ extend })
    await mock.users.delete('1')
    expect(mock.registrations.find({ userId: '1' })).toBeUndefined()
    await mock.users.clear()
    expect(mock.registrations.count()).toBe(0)
  })

  it('takes the id of a deleted record out of lists', async () => {
    const team = z.object({ id: z.string(), members: z.array(z.string()) })
    const teams = extendApi().collection('teams', {
      one: 'team',
      schema: team,
      references: { members: 'users' },
      factory: () => ({ members: [] }),
      initial: () => [{ members: ['1', '2'] }],
    })
    const mock = createMock({ extend: teams })
    await mock.users.delete('1')
    expect(mock.teams.find('1')).toEqual({ id: '1', members: ['2'] })
  })

  it('is not deleted if a list that refers to it must not be shorter', async () => {
    const teams = extendApi().collection('teams', {
      one: 'team',
      schema: z.object({ id: z.string(), members: z.array(z.string()).min(1) }),
      references: { members: 'users' },
      factory: () => ({ members: ['1'] }),
      initial: () => [{}],
    })
    const mock = createMock({ extend: teams })
    await expect(mock.users.delete('1')).rejects.toThrow(/team.*\$\.members/s)
    expect(mock.users.find('1')).toBeDefined()
    await expect(mock.users.clear()).rejects.toThrow(/team.*\$\.members/s)
    expect(mock.users.count()).toBeGreaterThan(0)
    expect(mock.teams.find('1')).toEqual({ id: '1', members: ['1'] })
  })

  it('may refer to itself', async () => {
    const people = extendApi().collection('people', {
      one: 'person',
      schema: z.object({ id: z.string(), manager: z.string().nullable() }),
      references: { manager: 'people' },
      factory: () => ({ manager: null }),
      initial: () => [{}, { manager: '1' }, { manager: '2' }],
    })
    const mock = createMock({ extend: people })
    await expect(mock.people.create({ manager: '9' })).rejects.toThrow('there is no person "9"')
    await mock.people.delete('1')
    expect(mock.people.count()).toBe(0)
  })

  it('takes fields that its schema allows, but does not name', async () => {
    const schema = z.looseObject({ id: z.string(), size: z.string() })
    const extended = extendApi()
      .collection('shirts', {
        one: 'shirt',
        schema,
        factory: () => ({ size: 's', more: 1 }),
        initial: () => [{}, { more: 2 }],
      })
      .operation('find', 'GET /api/v0/shirts', { pages: 'shirts' }, ({ page }) =>
        page({ where: { more: 2 } }),
      )
    const mock = createMock({ extend: extended })
    const response = await mock.fetch('https://reg.example.com/api/v0/shirts', {
      headers: { authorization: 'Bearer mock-all-scopes' },
    })
    expect(await response.json()).toMatchObject({ data: [{ id: '2', more: 2 }] })
  })

  it('refers to records of a team', async () => {
    const extended = extend.collection('payments', {
      one: 'payment',
      schema: z.object({ id: z.string(), registration: z.string() }),
      references: { registration: 'registrations' },
      factory: () => ({ registration: '1' }),
      initial: ({ registrations: all }) => all.first(2).map(({ id }) => ({ registration: id })),
    })
    const mock = createMock({ extend: extended })
    expect(mock.payments.count()).toBe(2)
    await mock.users.delete(mock.registrations.find('1')!.userId)
    expect(mock.payments.findMany()).toEqual([{ id: '2', registration: '2' }])
  })

  it('may make a unique field from the index, which goes on after the initial records', async () => {
    const cars = extendApi().collection('cars', {
      one: 'car',
      schema: z.object({ id: z.string(), plate: z.string() }),
      unique: ['plate'],
      factory: ({ index }) => ({ plate: `C-${index}` }),
      initial: () => [{}, {}],
    })
    const mock = createMock({ extend: cars })
    await mock.cars.createMany(2)
    const plates = mock.cars.findMany().map(({ plate }) => plate)
    expect(plates).toEqual(['C-0', 'C-1', 'C-10000', 'C-10001'])
    await mock.replace({ cars: [{ id: '7', plate: 'C-10000' }] })
    expect((await mock.cars.create()).plate).toBe('C-10001')
    await expect(mock.cars.create({ plate: 'C-10000' })).rejects.toThrow('belongs to the car "7"')
  })

  it('loses a field that is undefined, also one of a union, and what a map no longer has', async () => {
    const id = z.string()
    const schema = z.union([z.object({ id, note: z.string().optional() }), z.object({ id, a: z.number() })])
    const byDay = z.record(z.string(), z.number())
    const extended = extendApi()
      .collection('things', {
        one: 'thing',
        schema,
        factory: () => ({ note: 'x' }),
        initial: () => [{ note: 'y' }],
      })
      .collection('carts', {
        one: 'cart',
        schema: z.object({ id, byDay }),
        factory: () => ({ byDay: { monday: 1 } }),
      })
    const mock = createMock({ extend: extended })
    const thing = await mock.things.create()
    await mock.things.update(thing.id, { note: undefined })
    expect(mock.things.find(thing.id)).toEqual({ id: thing.id })
    const cart = await mock.carts.create({ byDay: { sunday: 2 } })
    expect(cart.byDay).toEqual({ sunday: 2 })
    expect((await mock.carts.update(cart.id, { byDay: {} })).byDay).toEqual({})
  })

  it('ends with the broken rule if the factory always makes the same value', async () => {
    const schema = z.object({ id: z.string(), plate: z.string() })
    const unique = ['plate'] as const
    const plate = 'C-1'
    const cars = extendApi().collection('cars', { one: 'car', schema, unique, factory: () => ({ plate }) })
    const mock = createMock({ extend: cars })
    const { id } = await mock.cars.create()
    await expect(mock.cars.create()).rejects.toThrow(`plate "C-1" belongs to the car "${id}"`)
  })

  it('shares nothing with who gives a record, also if its schema returns what it gets', async () => {
    const tags = ['a']
    const meta = { deep: 1 }
    const extended = extendApi()
      .collection('cars', {
        one: 'car',
        schema: type({ id: 'string', tags: 'string[]' }),
        factory: () => ({ tags: [] as string[] }),
      })
      .collection('notes', {
        one: 'note',
        schema: z.object({ id: z.string(), meta: z.unknown() }),
        factory: () => ({ meta: {} }),
        initial: () => [{ meta }],
      })
      .operation('getCar', 'GET /api/v0/cars/:id', { params: { id: 'cars.id' } }, ({ found }) => found.car)
    const mock = createMock({
      extend: extended,
      data: { cars: [{ id: '1', tags }], notes: [{ id: '1', meta }] },
    })
    await mock.cars.create({ id: '2', tags })
    // An answer freezes the records that it finds.
    const headers = { authorization: 'Bearer mock-all-scopes' }
    await mock.fetch('https://reg.example.com/api/v0/cars/1', { headers })
    tags.push('b')
    meta.deep = 2
    expect(mock.cars.findMany().map((car) => car.tags)).toEqual([['a'], ['a']])
    expect(mock.notes.find('1')).toMatchObject({ meta: { deep: 1 } })
  })

  it.each([
    ['zod', z.object({ id: z.string(), size: z.number() })],
    ['valibot', v.object({ id: v.string(), size: v.number() })],
    ['valibot with JSON Schema', toStandardJsonSchema(v.object({ id: v.string(), size: v.number() }))],
    ['arktype', type({ id: 'string', size: 'number' })],
  ] as const)('has a schema of %s', async (_, schema) => {
    const cars = extendApi().collection('cars', {
      one: 'car',
      schema,
      factory: ({ index }) => ({ size: index }),
    })
    const mock = createMock({ extend: cars })
    expect(await mock.cars.create()).toEqual({ id: '10001', size: 10_000 })
    await expect(mock.cars.create({ size: 'big' } as never)).rejects.toThrow(/\$\.size: /)
  })
})
