import type { ListOrder } from '../contract/settings.js'
import { firstPosition } from './ids.js'
import type { Page, Store } from './store.js'

export interface ListPage<T> extends Page<T> {
  readonly lastKey: string | undefined
}

/** Records sorted by name or creation. Creating it reads all records, so it is cached until a record changes. */
export class SortedRecords<T extends { readonly id: string }> {
  readonly #entries: readonly { readonly key: string | number; readonly record: T }[]

  constructor(store: Store<T>, order: Exclude<ListOrder, 'id'>) {
    this.#entries = Array.from(store.inOrderOfCreation(), ([place, record]) => ({
      key: order === 'name' ? store.keyOf(record)! : place,
      record,
    })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  }

  page(after: string | undefined, size: number): ListPage<T> {
    const start = after === undefined ? 0 : this.#firstAfter(after)
    const entries = this.#entries.slice(start, start + size)
    const last = entries.at(-1)
    return {
      records: entries.map(({ record }) => record),
      more: start + size < this.#entries.length,
      lastKey: last && String(last.key),
    }
  }

  #firstAfter(text: string): number {
    const key = typeof this.#entries[0]?.key === 'number' ? Number(text) : text
    return firstPosition(this.#entries.length, (position) => this.#entries[position]!.key > key)
  }
}
