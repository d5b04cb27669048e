import { Collection } from '@msw/data'
import type * as z from 'zod/mini'
import { positionAfter } from './ids.js'
import { otherKey, type Keys } from './keys.js'
import { givenSource, type Source } from './source.js'

export interface Page<T> {
  readonly records: readonly T[]
  readonly more: boolean
}

export interface StoreKind<T> {
  readonly schema: z.ZodMiniType<T>
  readonly keys: Keys
}

/**
 * The records of one kind: the initial ones and the changes of a test.
 *
 * New and changed records are in a collection of @msw/data. An index is needed as well, because the collection has no order
 * and no unique ids, and scans all records for each query (decision 2). Only `publish` changes them, always together.
 */
export class Store<T extends { readonly id: string }> {
  readonly #open: () => Source<T>
  readonly #kind: StoreKind<T>
  #source: Source<T> | undefined
  /** `undefined` before the first change, so that a mock without changes is created faster. */
  #collection: Collection<z.ZodMiniType<T>> | undefined
  /** The collection's records by id. `null`: the initial record with this id is deleted. */
  #changes = new Map<string, T | null>()
  #ids: string[] = []
  #keys = new Map<string, string>()
  #created = new Map<string, number>()
  #nextPlace = 0

  /** @param open Opens the initial records. Called at the first read. */
  constructor(open: () => Source<T>, kind: StoreKind<T>) {
    this.#open = open
    this.#kind = kind
  }

  get #initial(): Source<T> {
    return (this.#source ??= this.#open())
  }

  get size(): number {
    let size = this.#initial.size
    for (const [id, record] of this.#changes) {
      const isInitial = this.#initial.indexOf(id) !== -1
      if (isInitial && record === null) size--
      else if (!isInitial && record !== null) size++
    }
    return size
  }

  get(id: string): T | undefined {
    const changed = this.#changes.get(id)
    if (changed !== undefined) return changed ?? undefined
    const position = this.#initial.indexOf(id)
    return position === -1 ? undefined : this.#initial.at(position)
  }

  keyOf(record: T): string {
    return otherKey(this.#kind, record) ?? record.id
  }

  getByKey(key: string): T | undefined {
    const id = this.#keys.get(key)
    if (id !== undefined) return this.get(id)
    const position = this.#initial.indexOfKey(key)
    if (position === -1) return undefined
    const record = this.#initial.at(position)
    return this.#changes.has(record.id) ? undefined : record
  }

  /** Adds records to the collection. They become visible with `publish`. */
  stage(records: readonly T[]): Promise<T[]> {
    this.#collection ??= new Collection({ schema: this.#kind.schema })
    return this.#collection.createMany(records.length, (index) => records[index]!)
  }

  /** @param changes Staged records by id, or `null` for a deleted one. */
  publish(changes: ReadonlyMap<string, T | null>): void {
    for (const [id, record] of changes) {
      const before = this.#changes.get(id)
      const isInitial = this.#initial.indexOf(id) !== -1
      if (before) this.#remove(before)
      if (record) {
        const isNew = before === null || (before === undefined && !isInitial)
        if (isNew) this.#created.set(id, this.#nextPlace++)
        this.#add(record)
      } else {
        this.#created.delete(id)
        if (isInitial) this.#changes.set(id, null)
        else this.#changes.delete(id)
      }
    }
  }

  clear(): void {
    // Do not reset places: a cursor from before `clear` must sort before every new record.
    this.#nextPlace += this.#initial.size
    this.#source = givenSource<T>([])
    this.#collection = undefined
    this.#changes = new Map()
    this.#ids = []
    this.#keys = new Map()
    this.#created = new Map()
  }

  #add(record: T): void {
    const { id } = record
    this.#changes.set(id, record)
    this.#ids.splice(this.#firstAfter(id), 0, id)
    const key = otherKey(this.#kind, record)
    if (key !== undefined) this.#keys.set(key, id)
  }

  #remove(record: T): void {
    // Passes the record itself, because a query would scan the collection twice.
    this.#collection?.delete(record as never)
    this.#ids.splice(this.#firstAfter(record.id) - 1, 1)
    const key = otherKey(this.#kind, record)
    if (key !== undefined && this.#keys.get(key) === record.id) this.#keys.delete(key)
  }

  /** Iterates over the records in the order of ids: all, or those after `afterId`, which need not exist. */
  *from(afterId?: string): Generator<T, undefined> {
    let position = afterId === undefined ? 0 : this.#initial.after(afterId)
    let inChanges = afterId === undefined ? 0 : this.#firstAfter(afterId)
    for (;;) {
      const changedId = this.#ids[inChanges]
      const before = changedId === undefined ? this.#initial.size : this.#initial.after(changedId)
      for (; position < before; position++) {
        const record = this.#initial.at(position)
        if (!this.#changes.has(record.id)) yield record
      }
      if (changedId === undefined) return
      yield this.#changes.get(changedId)!
      inChanges++
    }
  }

  /** Iterates over the places and records in the order of creation: first the initial ones, then the new ones. */
  *inOrderOfCreation(): Generator<readonly [place: number, record: T]> {
    const { size } = this.#initial
    for (let place = 0; place < size; place++) {
      const record = this.#initial.at(this.#initial.createdAt(place))
      if (this.#created.has(record.id)) continue
      const changed = this.#changes.get(record.id)
      if (changed !== null) yield [place, changed ?? record]
    }
    // A map keeps the order of insertion.
    for (const [id, place] of this.#created) yield [size + place, this.#changes.get(id)!]
  }

  /** Returns at most `size` records after `afterId`. The time does not depend on the place in the list. */
  page(afterId: string | undefined, size: number): Page<T> {
    const records: T[] = []
    for (const record of this.from(afterId)) {
      if (records.length === size) return { records, more: true }
      records.push(record)
    }
    return { records, more: false }
  }

  #firstAfter(id: string): number {
    return positionAfter(this.#ids.length, (position) => this.#ids[position]!, id)
  }
}
