import { type } from 'arktype'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import * as z from 'zod'
import * as m from 'zod/mini'
import { createMock, extendApi } from '../../src/index.js'

it('replaces maps that it refers to by a name, and what nothing describes', async () => {
  const price = z.record(z.string(), z.number()).meta({ id: 'Price' })
  const extended = extendApi()
    .collection('a', {
      one: 'anA',
      schema: z.object({ id: z.string(), price }),
      factory: () => ({ price: { x: 1 } }),
    })
    .collection('b', {
      one: 'anB',
      schema: v.object({ id: v.string(), price: v.record(v.string(), v.number()) }),
      factory: () => ({ price: { x: 1 } }),
    })
  const mock = createMock({ extend: extended })
  for (const all of [mock.a, mock.b]) {
    const { id } = await all.create({ price: { y: 2 } })
    expect(await all.update(id, { price: { z: 3 } })).toEqual({ id, price: { z: 3 } })
  }
})

it('knows the fields of a schema with a name, in a union, or of zod/mini that contains itself', async () => {
  const shared = z.object({ x: z.string() }).meta({ id: 'Shared' })
  const node = m.object({
    id: m.string(),
    get child() {
      return m.optional(node)
    },
  })
  const extended = extendApi()
    .collection('cars', {
      one: 'car',
      schema: z.looseObject({
        id: z.string(),
        shared,
        form: z.union([shared, z.object({ y: z.string() })]),
      }),
      factory: () => ({ shared: { x: '1' }, form: { y: '1' }, more: 1 }),
      initial: () => [{}],
    })
    .collection('nodes', {
      one: 'node',
      schema: node,
      factory: () => ({}),
      initial: () => [{ child: { id: '2' } }],
    })
  const { cars, nodes } = createMock({ extend: extended })
  await expect(cars.update('1', { shared: { z: '1' } } as never)).rejects.toThrow(
    /\$\.shared\.z: unknown field/,
  )
  expect(() => cars.findMany({ shared: { z: '1' } } as never)).toThrow(/\$\.shared\.z: unknown field/)
  expect(cars.findMany({ form: { y: '1' } })).toHaveLength(1)
  expect(await cars.update('1', { more: undefined })).not.toHaveProperty('more')
  expect(nodes.findMany({ child: { id: '2' } })).toHaveLength(1)
})

it('takes a condition with an optional field that is absent', () => {
  const schema = type({ id: 'string', 'size?': 'number' })
  const extended = extendApi().collection('shirts', {
    one: 'shirt',
    schema,
    factory: () => ({}),
    initial: () => [{}],
  })
  expect(createMock({ extend: extended }).shirts.findMany({ size: undefined })).toEqual([{ id: '1' }])
})

it('takes fields that a loose schema of zod/mini does not name', async () => {
  const schema = m.looseObject({ id: m.string(), size: m.looseObject({ width: m.number() }) })
  const extended = extendApi().collection('cars', {
    one: 'car',
    schema,
    factory: () => ({ size: { width: 1, height: 2 }, more: 1 }),
  })
  const { cars } = createMock({ extend: extended })
  expect(await cars.create({ id: '1', other: 2 })).toEqual({
    id: '1',
    size: { width: 1, height: 2 },
    more: 1,
    other: 2,
  })
})
