import { Collection } from '@msw/data'
import * as z from 'zod/mini'
import type { AnyRecord, Source } from '../contract/kind.js'
import type { ListOrder } from '../contract/operation.js'
import { compareIds, firstPosition } from './source.js'
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

  protected override sortChanged(): readonly T[] {
    const isShown = (each: Written<T>) => this.#written.get(each.record.id) === each
    this.#sorted ??= (this.#collection?.findMany((q) => q.where(isShown)) ?? [])
      .map(({ record }) => record)
      .toSorted((a, b) => compareIds(a.id, b.id))
    return this.#sorted
  }

  *#byId(after: string | undefined): Generator<Entry<T>> {
    for (const record of this.from(after)) yield [record.id, record]
  }

  /** Iterates over the records in the order of creation, with their places in it: first the initial ones, then the new ones. */
  *byCreation(after?: string): Generator<Entry<T>> {
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
    const nameOf = (record: T) => uniqueKey(this.kind, record)!
    const toEntry = (record: T): Entry<T> => [nameOf(record), record]
    const known = initialNames.get(below)
    const initial =
      known ?? sortEntries(Array.from({ length: below.size }, (_, position) => toEntry(below.at(position))))
    initialNames.set(below, initial as readonly Entry<never>[])
    if (changes.size === 0) return initial
    /** What stands at the names that have changed. */
    const changed = new Map<string, T | null>()
    for (const id of changes.keys()) {
      const before = below.get(id)
      if (before) changed.set(nameOf(before), null)
    }
    for (const record of changes.values()) if (record) changed.set(nameOf(record), record)
    // Between these names, the initial order stays: to sort a million records again takes seconds.
    const sorted: Entry<T>[] = []
    let position = 0
    for (const [name, record] of sortEntries([...changed])) {
      const end = firstPosition(initial.length, (place) => initial[place]![0] >= name)
      while (position < end) sorted.push(initial[position++]!)
      if (initial[end]?.[0] === name) position++
      if (record) sorted.push([name, record])
    }
    while (position < initial.length) sorted.push(initial[position++]!)
    return sorted
  }

  *#byName(after: string | undefined): Generator<Entry<T>> {
    const sorted = (this.#names ??= this.#sortNames())
    const start = after === undefined ? 0 : firstPosition(sorted.length, (place) => sorted[place]![0] > after)
    for (let place = start; place < sorted.length; place++) yield sorted[place]!
  }

  /** Returns at most `size` records after a sort key. In the order of ids, the time does not depend on the place in the list. */
  page(after: string | undefined, size: number, order: ListOrder = 'id'): Page<T> {
    const entries =
      order === 'id' ? this.#byId(after) : order === 'name' ? this.#byName(after) : this.byCreation(after)
    const records: T[] = []
    let lastKey: string | undefined
    for (const [key, record] of entries) {
      if (records.length === size) return { records, more: true, lastKey }
      records.push(record)
      lastKey = key
    }
    return { records, more: false, lastKey }
  }
}
