import type { ListOrder } from '../contract/assumptions.js'
import type { Store } from './store.js'

/** One page of a sorted list. */
export interface ListPage<T> {
  readonly records: readonly T[]
  /** Whether more records follow. */
  readonly more: boolean
  /** Sort key of the last record. `undefined` if the page is empty. */
  readonly lastKey: string | undefined
}

interface Entry<T> {
  readonly record: T
  readonly key: string | number
}

/** Records sorted by name or creation. Reads all records, once after each change. */
export class SortedRecords<T extends { readonly id: string; readonly name: string }> {
  readonly #store: Store<T>
  readonly #keyOf: (record: T) => string | number
  #sorted: readonly Entry<T>[] | undefined

  constructor(store: Store<T>, order: Exclude<ListOrder, 'id'>) {
    this.#store = store
    this.#keyOf = order === 'name' ? ({ name }) => name : ({ id }) => store.creationOf(id)
  }

  page(after: string | undefined, size: number): ListPage<T> {
    const start = after === undefined ? 0 : this.#firstAfter(after)
    const entries = this.#all.slice(start, start + size)
    const last = entries.at(-1)
    return {
      records: entries.map(({ record }) => record),
      more: start + size < this.#all.length,
      lastKey: last && String(last.key),
    }
  }

  get #all(): readonly Entry<T>[] {
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
