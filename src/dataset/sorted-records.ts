import type { ListOrder } from '../contract/assumptions.js'
import type { Store } from './store.js'

/** One page of a list in some order. */
export interface ListPage<T> {
  readonly records: readonly T[]
  /** Whether more records follow. */
  readonly more: boolean
  /** The place of the last record in the order, to continue from; nothing on an empty page. */
  readonly lastKey: string | undefined
}

interface Placed<T> {
  readonly record: T
  readonly key: string | number
}

/** Records in an order that the store does not keep: sorted once after each change. Reads the whole world. */
export class SortedRecords<T extends { readonly id: string; readonly name: string }> {
  readonly #store: Store<T>
  readonly #keyOf: (record: T) => string | number
  #sorted: readonly Placed<T>[] | undefined

  constructor(store: Store<T>, order: Exclude<ListOrder, 'id'>) {
    this.#store = store
    this.#keyOf = order === 'name' ? ({ name }) => name : ({ id }) => store.creationOf(id)
  }

  page(after: string | undefined, size: number): ListPage<T> {
    const start = after === undefined ? 0 : this.#firstAfter(after)
    const placed = this.#all.slice(start, start + size)
    const last = placed.at(-1)
    return {
      records: placed.map(({ record }) => record),
      more: start + size < this.#all.length,
      lastKey: last && String(last.key),
    }
  }

  get #all(): readonly Placed<T>[] {
    return (this.#sorted ??= Array.from(this.#store.from(), (record) => ({
      record,
      key: this.#keyOf(record),
    })).toSorted((a, b) => (a.key < b.key ? -1 : 1)))
  }

  #firstAfter(text: string): number {
    const key = typeof this.#all[0]?.key === 'number' ? Number(text) : text
    let [low, high] = [0, this.#all.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#all[middle]!.key > key) high = middle
      else low = middle + 1
    }
    return low
  }
}
