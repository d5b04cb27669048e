import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIds } from '../../src/dataset/ids.js'
import { generatedSource, givenSource, joinedSource } from '../../src/dataset/source.js'
import { Store, type Page } from '../../src/dataset/store.js'
import { runs } from '../support/property.js'

interface Item {
  readonly id: string
  readonly text: string
}

/** A world as the real ones are: some records by hand, then generated ones. */
const world = joinedSource(
  givenSource<Item>(['2', '5', '7'].map((id) => ({ id, text: 'given' }))),
  generatedSource(8, 10, (index) => ({ id: String(10 + index), text: 'generated' })),
)

function openStore(): Store<Item> {
  return new Store(() => world)
}

/** What a store is: a sorted list. */
class Model {
  items: Item[] = Array.from({ length: world.size }, (_, position) => world.at(position))

  get size(): number {
    return this.items.length
  }

  get(id: string): Item | undefined {
    return this.items.find((item) => item.id === id)
  }

  set(item: Item): void {
    this.delete(item.id)
    this.items = [...this.items, item].toSorted((a, b) => compareIds(a.id, b.id))
  }

  delete(id: string): void {
    this.items = this.items.filter((item) => item.id !== id)
  }

  page(afterId: string | undefined, size: number): Page<Item> {
    const later = this.items.filter(({ id }) => afterId === undefined || compareIds(id, afterId) > 0)
    return { records: later.slice(0, size), more: later.length > size }
  }
}

/** Ids of the world, before, between and behind them, and ids that are no numbers. */
const anyId = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 20 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('100', '9'.repeat(20), '', '05', 'a', 'b') },
)

/** One thing that is done to a store, and what its reader sees then. */
interface Step {
  take(store: AnyStore): unknown
}

type AnyStore = Pick<Store<Item>, 'set' | 'delete' | 'get' | 'page' | 'size'>

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ id: anyId, text: fc.string({ maxLength: 2 }) }).map((item) => ({
    take(store: AnyStore) {
      store.set(item)
      return [store.get(item.id), store.size]
    },
  })),
  anyId.map((id) => ({
    take(store: AnyStore) {
      store.delete(id)
      return [store.get(id), store.size]
    },
  })),
  fc.tuple(fc.option(anyId, { nil: undefined }), fc.integer({ min: 1, max: 25 })).map(([after, size]) => ({
    take: (store: AnyStore) => store.page(after, size),
  })),
)

describe('a store', () => {
  test('is a sorted list to its reader, whatever is set and deleted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const [store, model] = [openStore(), new Model()]
        for (const each of steps) expect(each.take(store)).toEqual(each.take(model))
        expect([...store.from()]).toEqual(model.items)
      }),
      runs(500),
    )
  })

  test('shares nothing with its copy', () => {
    const store = openStore()
    store.set({ id: '3', text: 'new' })
    store.delete('5')
    const copy = store.copy()
    copy.set({ id: '4', text: 'newer' })
    copy.set({ id: '5', text: 'back' })
    copy.delete('3')
    expect([store.get('3'), store.get('4'), store.get('5')]).toEqual([
      { id: '3', text: 'new' },
      undefined,
      undefined,
    ])
    expect(copy.page(undefined, 3).records.map(({ id }) => id)).toEqual(['2', '4', '5'])
  })

  test('opens its world with the first read', () => {
    let opened = 0
    const store = new Store(() => {
      opened++
      return world
    })
    expect(opened).toBe(0)
    store.get('2')
    store.page(undefined, 2)
    expect(opened).toBe(1)
  })

  test('makes no more records for a page than the page holds, and one to see whether more follow', () => {
    const made: number[] = []
    const large = generatedSource(1_000_000, 1, (index) => {
      made.push(index)
      return { id: String(index + 1), text: '' }
    })
    const store = new Store<Item>(() => large)
    store.set({ id: '500002', text: 'changed' })
    expect(store.page('500000', 3).records.map(({ id }) => id)).toEqual(['500001', '500002', '500003'])
    expect(made.toSorted((a, b) => a - b)).toEqual([500_000, 500_001, 500_002, 500_003])
  })
})
