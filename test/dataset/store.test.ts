import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { compareIds, openSource } from '../../src/dataset/source.js'
import { Store, type Page } from '../../src/dataset/store.js'
import { runs } from '../support/property.js'
import type { Keys } from '../../src/contract/kind.js'

interface Item {
  readonly id: string
  readonly text: string
}

const kind: { readonly keys: Keys } = {
  keys: [
    { name: 'the id', path: ['id'] },
    { name: 'the text', path: ['text'] },
  ],
}

/** Initial data as in a real store: given records, then generated ones. */
const initial = openSource<Item>(
  kind,
  ['2', '5', '7'].map((id) => ({ id, text: `${id}-given` })),
  { size: 8, firstId: 10, make: (_, id) => ({ id, text: `${id}-generated` }) },
)

/** A store that is changed one record at a time. */
class ChangedStore {
  readonly store = new Store<Item>(() => initial, kind)

  async set(item: Item): Promise<void> {
    const show = await this.store.stage(new Map([[item.id, item]]))
    show()
  }

  async delete(id: string): Promise<void> {
    const show = await this.store.stage(new Map([[id, null]]))
    show()
  }

  get = (id: string) => this.store.get(id)
  page = (afterId: string | undefined, size: number) => this.store.page(afterId, size)
  created = () => Array.from(this.store.byCreation(), ([, record]) => record)
  /** Reads all pages. */
  inOrder = (order: 'name' | 'created', after?: string): readonly Item[] => {
    const { records, more, lastKey } = this.store.page(after, 3, order)
    return more ? [...records, ...this.inOrder(order, lastKey)] : records
  }
  all = () => [...this.store.from()]

  get size(): number {
    return this.store.size
  }
}

/** A simple model of a store: a list in the order of creation, which most methods sort by id. */
class Model {
  items: Item[] = Array.from({ length: initial.size }, (_, position) => initial.at(position))

  get #sorted(): Item[] {
    return this.items.toSorted((a, b) => compareIds(a.id, b.id))
  }

  get size(): number {
    return this.items.length
  }

  get(id: string): Item | undefined {
    return this.items.find((item) => item.id === id)
  }

  async set(item: Item): Promise<void> {
    const place = this.items.findIndex(({ id }) => id === item.id)
    this.items = place === -1 ? [...this.items, item] : this.items.with(place, item)
  }

  async delete(id: string): Promise<void> {
    this.items = this.items.filter((item) => item.id !== id)
  }

  page(afterId: string | undefined, size: number): Page<Item> {
    const later = this.#sorted.filter(({ id }) => afterId === undefined || compareIds(id, afterId) > 0)
    const records = later.slice(0, size)
    return { records, more: later.length > size, lastKey: records.at(-1)?.id }
  }

  created = () => this.items
  inOrder = (order: 'name' | 'created'): readonly Item[] =>
    order === 'created' ? this.items : this.items.toSorted((a, b) => (a.text < b.text ? -1 : 1))
  all = () => this.#sorted
}

type AnyStore = Pick<Model, 'set' | 'delete' | 'get' | 'page' | 'size' | 'created' | 'inOrder' | 'all'>

/** Ids of the initial data, ids before, between and after them, and ids that are not numbers. */
const anyId = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 20 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('100', '9'.repeat(20), '', '05', 'a', 'b') },
)

type Step = (store: AnyStore) => unknown

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .record({ id: anyId, text: fc.string({ maxLength: 2 }) })
      .map(({ id, text }) => async (store: AnyStore) => {
        // No other record has this text.
        const item = { id, text: `${id}-${text}` }
        await store.set(item)
        return [store.get(item.id), store.size]
      }),
  },
  {
    weight: 10,
    arbitrary: anyId.map((id) => async (store: AnyStore) => {
      await store.delete(id)
      return [store.get(id), store.size]
    }),
  },
  {
    weight: 10,
    arbitrary: fc.tuple(fc.option(anyId, { nil: undefined }), fc.integer({ min: 1, max: 25 })).map(
      ([after, size]) =>
        (store: AnyStore) =>
          store.page(after, size),
    ),
  },
  { weight: 5, arbitrary: fc.constant((store: AnyStore) => store.all()) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('name' as const, 'created' as const)
      .map((order) => (store: AnyStore) => store.inOrder(order)),
  },
)

describe('a store', () => {
  test('behaves like its model after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const [store, model] = [new ChangedStore(), new Model()]
        for (const each of steps) expect(await each(store)).toEqual(await each(model))
        expect(store.page(undefined, 100)).toEqual(model.page(undefined, 100))
        expect(store.created()).toEqual(model.created())
      }),
      runs(500),
    )
  })

  test.each([
    ['-5', 11],
    ['1.5', 9],
    ['x', 0],
  ])('after the made-up place %s, there are %i records', (after, count) => {
    expect(new ChangedStore().inOrder('created', after)).toHaveLength(count)
  })

  test('opens its initial data with the first read', () => {
    let opened = 0
    const store = new Store<Item>(() => {
      opened++
      return initial
    }, kind)
    expect(opened).toBe(0)
    store.get('2')
    store.page(undefined, 2)
    expect(opened).toBe(1)
  })

  test('generates only the records of a page and the next one', async () => {
    const made: number[] = []
    const large = openSource<Item>(kind, [], {
      size: 1_000_000,
      firstId: 1,
      make(index) {
        made.push(index)
        return { id: String(index + 1), text: '' }
      },
    })
    const store = new Store<Item>(() => large, { keys: [kind.keys[0]] })
    const show = await store.stage(new Map([['500002', { id: '500002', text: 'changed' }]]))
    show()
    expect(store.page('500000', 3).records.map(({ id }) => id)).toEqual(['500001', '500002', '500003'])
    expect(made.toSorted((a, b) => a - b)).toEqual([500_000, 500_001, 500_002, 500_003])
  })
})

test('the records are sorted by name once, and not again after a change or a reset', async () => {
  let made = 0
  const source = openSource<Item>(kind, [], {
    size: 30_000,
    firstId: 1,
    make(index, id) {
      made++
      return { id, text: `text ${index}` }
    },
  })
  const firstOf = (store: Store<Item>) => store.page(undefined, 2, 'name').records.map(({ text }) => text)
  const store = new Store<Item>(() => source, kind)
  expect(firstOf(store)).toEqual(['text 0', 'text 1'])
  expect(made).toBeGreaterThanOrEqual(30_000)
  made = 0
  const show = await store.stage(new Map([['2', null]]))
  show()
  const sort = vi.spyOn(Array.prototype, 'toSorted')
  onTestFinished(() => sort.mockRestore())
  expect(firstOf(store)).toEqual(['text 0', 'text 10'])
  const lengths = sort.mock.contexts.map((list) => (list as readonly unknown[]).length)
  expect(Math.max(0, ...lengths)).toBeLessThan(10)
  expect(firstOf(new Store<Item>(() => source, kind))).toEqual(['text 0', 'text 1'])
  expect(made).toBeLessThan(10)
})

test('a generated record is cached, and is generated again after many others were read', () => {
  let made = 0
  const source = openSource<{ id: string; made: number }>(kind, [], {
    size: 50_000,
    firstId: 1,
    make: (index) => ({ id: String(index), made: made++ }),
  })
  const first = source.at(0)
  expect(source.at(0)).toBe(first)
  for (let position = 1; position < source.size; position++) source.at(position)
  expect(source.at(0)).toEqual({ id: '0', made: 50_000 })
})
