import { Collection } from '@msw/data'
import * as z from 'zod/mini'
import type { AnyRecord, Source } from '../contract/kind.js'
import type { ListOrder } from '../contract/operation.js'
import { compareIds, firstPosition, positionAfter } from './ids.js'
import { uniqueKey } from './kinds.js'
import { Overlay } from './overlay.js'
import { selectPage, type Page, type Sorted } from './sorted-records.js'

/** An order of records that does not compare their ids. */
type OtherOrder = Exclude<ListOrder, 'id'>

/** The initial records in other orders, kept also after a reset: sorting reads all of them, and they never change. */
const initialOrders = new WeakMap<object, Map<OtherOrder, readonly Sorted<unknown>[]>>()

/** What a collection stores of a record. It would copy a plain object, and it adds hidden members. */
class Written<T> {
  readonly record: T

  constructor(record: T) {
    this.record = record
  }
}

/**
 * The records of one kind: the initial ones and, in front of them, the changes of a test.
 *
 * What a test writes is stored in a collection of @msw/data. Lists and searches read it from there. The overlay finds
 * single records, because the collection has no unique ids, and reads all records for each query (decision 2).
 */
export class Store<T extends AnyRecord = AnyRecord> extends Overlay<T, Source<T>> {
  /** `undefined` before the first change, so that a mock without changes is created faster. */
  #collection: Collection<z.ZodMiniType<Written<T>>> | undefined
  /** What readers see of the collection. */
  readonly #written = new Map<string, Written<T>>()
  #sorted: readonly T[] | undefined
  /** The records in other orders, until a record changes. */
  readonly #orders = new Map<OtherOrder, readonly Sorted<T>[]>()
  readonly #created = new Map<string, number>()
  #nextPlace = 0

  get size(): number {
    let { size } = this.below
    for (const [id, record] of this.changes) {
      const isInitial = this.below.has(id)
      if (isInitial && record === null) size--
      else if (!isInitial && record !== null) size++
    }
    return size
  }

  /** Adds valid records to the collection. Returns a synchronous function that shows the changes to readers. */
  async stage(changes: ReadonlyMap<string, T | null>): Promise<() => void> {
    const records = [...changes.values()].filter((record) => record !== null)
    // The records are checked before, with better messages, so this schema allows everything.
    this.#collection ??= new Collection({ schema: z.custom<Written<T>>() })
    const staged = await this.#collection.createMany(records.length, (index) => new Written(records[index]!))
    const byId = new Map(staged.map((written) => [written.record.id, written]))
    return () => {
      this.#sorted = undefined
      this.#orders.clear()
      // Keeps the order of the writes, because it is the order of creation.
      for (const id of changes.keys()) this.#show(id, byId.get(id))
    }
  }

  #show(id: string, written: Written<T> | undefined): void {
    const before = this.#written.get(id)
    // Passes what is stored, because a query would read all records twice.
    if (before) this.#collection?.delete(before as never)
    if (written) {
      if (!this.has(id)) this.#created.set(id, this.#nextPlace++)
      this.#written.set(id, written)
      this.put(written.record)
    } else {
      this.#created.delete(id)
      this.#written.delete(id)
      this.remove(id)
    }
  }

  /** Returns the records that a test has written, in the order of ids. */
  #sortWritten(): T[] {
    const isShown = (each: Written<T>) => this.#written.get(each.record.id) === each
    const found = this.#collection?.findMany((q) => q.where(isShown)) ?? []
    return found.map(({ record }) => record).toSorted((a, b) => compareIds(a.id, b.id))
  }

  /** Iterates over initial records that did not change, and over written ones, in the order of ids. */
  *#merge(start: number, written: readonly T[]): Generator<T, undefined> {
    let position = start
    for (const next of [...written, undefined]) {
      const end = next ? this.below.after(next.id) : this.below.size
      for (; position < end; position++) {
        const record = this.below.at(position)
        if (!this.changes.has(record.id)) yield record
      }
      if (next) yield next
    }
  }

  /** Iterates over the records in the order of ids: all, or those after `afterId`, which need not exist. */
  from(afterId?: string): Generator<T, undefined> {
    const all = (this.#sorted ??= this.#sortWritten())
    if (afterId === undefined) return this.#merge(0, all)
    const start = positionAfter(all.length, (position) => all[position]!.id, afterId)
    return this.#merge(this.below.after(afterId), all.slice(start))
  }

  /** Iterates over the records in the order of creation: first the initial ones, then the new ones. */
  *inOrderOfCreation(): Generator<T> {
    const { size } = this.below
    for (let place = 0; place < size; place++) {
      const record = this.below.at(this.below.createdAt(place))
      if (this.#created.has(record.id)) continue
      const changed = this.changes.get(record.id)
      if (changed !== null) yield changed ?? record
    }
    // A map keeps the order of insertion.
    for (const id of this.#created.keys()) yield this.get(id)!
  }

  /** Returns the sort key of an initial record. */
  #initialKey(position: number, order: OtherOrder): string | number {
    const source = this.below
    return order === 'name' ? uniqueKey(this.kind, source.at(position))! : source.placeOf(position)
  }

  #sortInitial(order: OtherOrder): readonly Sorted<T>[] {
    const source = this.below
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
    const { changes } = this
    if (changes.size === 0) return initial
    /** The records at the sort keys that have changed. */
    const changed = new Map<string | number, T | null>()
    for (const id of changes.keys()) {
      const position = this.below.indexOf(id)
      if (position !== -1) changed.set(this.#initialKey(position, order), null)
    }
    for (const [id, record] of changes) {
      if (record === null) continue
      const created = this.#created.get(id)
      const place =
        created === undefined ? this.below.placeOf(this.below.indexOf(id)) : initial.length + created
      changed.set(order === 'name' ? uniqueKey(this.kind, record)! : place, record)
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
