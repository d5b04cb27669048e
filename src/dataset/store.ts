import { Collection } from '@msw/data'
import * as z from 'zod/mini'
import type { AnyRecord, Source } from '../contract/kind.js'
import type { ListOrder } from '../contract/operation.js'
import { compareIds, firstPosition, initialHaving, positionAfter } from './source.js'
import { uniqueKey } from './kinds.js'
import { Overlay } from './overlay.js'

/** Some records that follow each other in an order. */
export interface Page<T> {
  readonly records: readonly T[]
  readonly more: boolean
  /** The sort key of the last record. */
  readonly lastKey: string | undefined
}

/** A record with the key that it is sorted by: its id, its name, or its place in the order of creation. */
type Entry<T> = readonly [key: string, record: T]

function sortEntries<T>(entries: readonly Entry<T>[]): readonly Entry<T>[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The initial records in the order of their names, kept also after a reset: sorting reads all of them, and they never change. */
const initialNames = new WeakMap<object, readonly Entry<never>[]>()

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
  /** The written records in the order of ids, until a record changes. */
  #sorted: readonly T[] | undefined
  /** All records in the order of names, until a record changes. */
  #names: readonly Entry<T>[] | undefined
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
      this.#names = undefined
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

  /** Iterates over initial records that did not change, and over written ones. The id `after` need not exist. */
  *#byId(after: string | undefined): Generator<Entry<T>> {
    const written = (this.#sorted ??= this.#sortWritten())
    const isAll = after === undefined
    let position = isAll ? 0 : this.below.after(after)
    const start = isAll ? 0 : positionAfter(written.length, (place) => written[place]!.id, after)
    for (const next of [...written.slice(start), undefined]) {
      const end = next ? this.below.after(next.id) : this.below.size
      for (; position < end; position++) {
        const record = this.below.at(position)
        if (!this.changes.has(record.id)) yield [record.id, record]
      }
      if (next) yield [next.id, next]
    }
  }

  /** Iterates over the initial records, and then over the new ones. */
  *#byCreation(after: string | undefined): Generator<Entry<T>> {
    const { size } = this.below
    // A client may have made up the cursor.
    const start = after === undefined ? 0 : Math.max(Math.floor(Number(after)) + 1, 0)
    for (let place = start; place < size; place++) {
      const record = this.below.at(this.below.createdAt(place))
      if (this.#created.has(record.id)) continue
      const changed = this.changes.get(record.id)
      if (changed !== null) yield [String(place), changed ?? record]
    }
    // A map keeps the order of insertion.
    for (const [id, created] of this.#created)
      if (size + created >= start) yield [String(size + created), this.get(id)!]
  }

  #sortNames(): readonly Entry<T>[] {
    const { below, changes } = this
    const toEntry = (record: T): Entry<T> => [uniqueKey(this.kind, record)!, record]
    const known = initialNames.get(below)
    const initial =
      known ?? sortEntries(Array.from({ length: below.size }, (_, position) => toEntry(below.at(position))))
    initialNames.set(below, initial as readonly Entry<never>[])
    if (changes.size === 0) return initial
    const written = [...changes.values()].filter((record) => record !== null)
    return sortEntries([...initial.filter(([, { id }]) => !changes.has(id)), ...written.map(toEntry)])
  }

  *#byName(after: string | undefined): Generator<Entry<T>> {
    const sorted = (this.#names ??= this.#sortNames())
    const start = after === undefined ? 0 : firstPosition(sorted.length, (place) => sorted[place]![0] > after)
    for (let place = start; place < sorted.length; place++) yield sorted[place]!
  }

  /** Iterates over the records in an order: all, or those after a sort key. */
  entries(order: ListOrder = 'id', after?: string): Iterable<Entry<T>> {
    if (order === 'id') return this.#byId(after)
    return order === 'name' ? this.#byName(after) : this.#byCreation(after)
  }

  *after(id?: string): Generator<T> {
    for (const [, record] of this.#byId(id)) yield record
  }

  *having(field: string, text: string): Generator<T> {
    for (const record of initialHaving(this.below, field, text) as readonly T[])
      if (!this.changes.has(record.id)) yield record
    yield* this.changedHaving(field, text)
  }

  /** Returns at most `size` records after a sort key. In the order of ids, the time does not depend on the place in the list. */
  page(after: string | undefined, size: number, order?: ListOrder): Page<T> {
    const records: T[] = []
    let lastKey: string | undefined
    for (const [key, record] of this.entries(order, after)) {
      if (records.length === size) return { records, more: true, lastKey }
      records.push(record)
      lastKey = key
    }
    return { records, more: false, lastKey }
  }
}
