import { Collection } from '@msw/data'
import * as z from 'zod/mini'
import type { AnyRecord, Keys, Source } from '../contract/kind.js'
import type { ListOrder } from '../contract/operation.js'
import { compareIds, firstPosition, positionAfter } from './ids.js'
import { otherKey } from './keys.js'
import { Overlay, type Lookup } from './overlay.js'
import { selectPage, type Page, type Sorted } from './sorted-records.js'

/** An order of records by something else than their ids. */
type OtherOrder = Exclude<ListOrder, 'id'>

/** The initial records in other orders, kept also after a reset: sorting reads all of them, and they never change. */
const initialOrders = new WeakMap<object, Map<OtherOrder, readonly Sorted<unknown>[]>>()

/**
 * The records of one kind: the initial ones and the changes of a test.
 *
 * What a test writes is stored in a collection of @msw/data. Lists and searches read it from there. An overlay finds
 * single records, because the collection has no unique ids, and reads all records for each query (decision 2).
 */
export class Store<T extends AnyRecord = AnyRecord> {
  readonly #open: () => Source<T>
  readonly #kind: { readonly keys: Keys }
  /** The initial records, hidden by the records of the collection. */
  readonly #overlay: Overlay<T>
  #source: Source<T> | undefined
  /** `undefined` before the first change, so that a mock without changes is created faster. */
  #collection: Collection<z.ZodMiniType<T>> | undefined
  #sorted: readonly T[] | undefined
  /** The records in other orders, until a record changes. */
  readonly #orders = new Map<OtherOrder, readonly Sorted<T>[]>()
  readonly #created = new Map<string, number>()
  #nextPlace = 0

  /** @param open Opens the initial records. Called at the first read. */
  constructor(open: () => Source<T>, kind: { readonly keys: Keys }) {
    this.#open = open
    this.#kind = kind
    const at = (position: number) => (position === -1 ? undefined : this.#initial.at(position))
    const initial: Lookup<T> = {
      has: (id) => this.#initial.indexOf(id) !== -1,
      get: (id) => at(this.#initial.indexOf(id)),
      getByKey: (key) => at(this.#initial.indexOfKey(key)),
    }
    this.#overlay = new Overlay(initial, kind)
  }

  get #initial(): Source<T> {
    return (this.#source ??= this.#open())
  }

  get size(): number {
    let size = this.#initial.size
    for (const [id, record] of this.#overlay.changes) {
      const isInitial = this.#initial.indexOf(id) !== -1
      if (isInitial && record === null) size--
      else if (!isInitial && record !== null) size++
    }
    return size
  }

  has(id: string): boolean {
    return this.#overlay.has(id)
  }

  get(id: string): T | undefined {
    return this.#overlay.get(id)
  }

  getByKey(key: string): T | undefined {
    return this.#overlay.getByKey(key)
  }

  /** Adds valid records to the collection. Returns a synchronous function that shows the changes to readers. */
  async stage(changes: ReadonlyMap<string, T | null>): Promise<() => void> {
    const records = [...changes.values()].filter((record) => record !== null)
    // The records are checked before, with better messages, so this schema allows everything.
    this.#collection ??= new Collection({ schema: z.custom<T>() })
    // A copy, because the collection adds hidden members, and a record can be in two collections.
    const staged = await this.#collection.createMany(records.length, (index) => ({ ...records[index]! }))
    const byId = new Map(staged.map((record) => [record.id, record]))
    return () => {
      this.#sorted = undefined
      this.#orders.clear()
      // Keeps the order of the writes, because it is the order of creation.
      for (const id of changes.keys()) this.#publish(id, byId.get(id) ?? null)
    }
  }

  #publish(id: string, record: T | null): void {
    const before = this.#overlay.changes.get(id)
    // Passes the record itself, because a query would read all records twice.
    if (before) this.#collection?.delete(before as never)
    if (record) {
      if (!this.#overlay.has(id)) this.#created.set(id, this.#nextPlace++)
      this.#overlay.put(record)
    } else {
      this.#created.delete(id)
      this.#overlay.remove(id)
    }
  }

  /** Returns the records that a test has written, in the order of ids. */
  #written(): T[] {
    const { changes } = this.#overlay
    const found = this.#collection?.findMany((q) => q.where((each) => changes.get(each.id) === each))
    return found?.toSorted((a, b) => compareIds(a.id, b.id)) ?? []
  }

  /** Iterates over initial records that did not change, and over written ones, in the order of ids. */
  *#merge(start: number, written: readonly T[]): Generator<T, undefined> {
    let position = start
    for (const next of [...written, undefined]) {
      const end = next ? this.#initial.after(next.id) : this.#initial.size
      for (; position < end; position++) {
        const record = this.#initial.at(position)
        if (!this.#overlay.changes.has(record.id)) yield record
      }
      if (next) yield next
    }
  }

  /** Iterates over the records in the order of ids: all, or those after `afterId`, which need not exist. */
  from(afterId?: string): Generator<T, undefined> {
    const all = (this.#sorted ??= this.#written())
    if (afterId === undefined) return this.#merge(0, all)
    const start = positionAfter(all.length, (position) => all[position]!.id, afterId)
    return this.#merge(this.#initial.after(afterId), all.slice(start))
  }

  /** Iterates over the records in the order of creation: first the initial ones, then the new ones. */
  *inOrderOfCreation(): Generator<T> {
    const { size } = this.#initial
    for (let place = 0; place < size; place++) {
      const record = this.#initial.at(this.#initial.createdAt(place))
      if (this.#created.has(record.id)) continue
      const changed = this.#overlay.changes.get(record.id)
      if (changed !== null) yield changed ?? record
    }
    // A map keeps the order of insertion.
    for (const id of this.#created.keys()) yield this.#overlay.get(id)!
  }

  /** Returns the sort key of an initial record. */
  #initialKey(position: number, order: OtherOrder): string | number {
    const source = this.#initial
    return order === 'name' ? otherKey(this.#kind, source.at(position))! : source.placeOf(position)
  }

  #sortInitial(order: OtherOrder): readonly Sorted<T>[] {
    const source = this.#initial
    const orders = initialOrders.get(source) ?? new Map<OtherOrder, readonly Sorted<unknown>[]>()
    initialOrders.set(source, orders)
    const known = orders.get(order)
    if (known) return known as readonly Sorted<T>[]
    const sorted = Array.from({ length: source.size }, (_, position) => ({
      key: this.#initialKey(position, order),
      record: source.at(position),
    })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
    orders.set(order, sorted)
    return sorted
  }

  #sortedBy(order: OtherOrder): readonly Sorted<T>[] {
    const known = this.#orders.get(order)
    if (known) return known
    const initial = this.#sortInitial(order)
    const { changes } = this.#overlay
    if (changes.size === 0) return initial
    /** The records at the sort keys that have changed. */
    const changed = new Map<string | number, T | null>()
    for (const id of changes.keys()) {
      const position = this.#initial.indexOf(id)
      if (position !== -1) changed.set(this.#initialKey(position, order), null)
    }
    for (const [id, record] of changes) {
      if (record === null) continue
      const created = this.#created.get(id)
      const place =
        created === undefined ? this.#initial.placeOf(this.#initial.indexOf(id)) : initial.length + created
      changed.set(order === 'name' ? otherKey(this.#kind, record)! : place, record)
    }
    const sorted: Sorted<T>[] = []
    let position = 0
    for (const [key, record] of [...changed].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const end = firstPosition(initial.length, (at) => initial[at]!.key >= key)
      while (position < end) sorted.push(initial[position++]!)
      if (initial[end]?.key === key) position++
      if (record) sorted.push({ key, record })
    }
    while (position < initial.length) sorted.push(initial[position++]!)
    this.#orders.set(order, sorted)
    return sorted
  }

  /** Returns at most `size` records after a sort key. In the order of ids, the time does not depend on the place in the list. */
  page(after: string | undefined, size: number, order: ListOrder = 'id'): Page<T> {
    if (order !== 'id') return selectPage(this.#sortedBy(order), after, size)
    const records: T[] = []
    let more = false
    for (const record of this.from(after)) {
      more = records.length === size
      if (more) break
      records.push(record)
    }
    return { records, more, lastKey: records.at(-1)?.id }
  }
}
