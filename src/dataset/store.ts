import { positionAfter } from './ids.js'
import type { Source } from './source.js'

/** One page of records. */
export interface Page<T> {
  readonly records: readonly T[]
  /** Whether records follow. */
  readonly more: boolean
}

/**
 * The records of one kind as a reader sees them: the world's, with a test's changes laid over. It holds the index of
 * those changes – which ids are new, changed or deleted – so that no read scans.
 */
export class Store<T extends { readonly id: string }> {
  readonly #open: () => Source<T>
  #source: Source<T> | undefined
  /** Changed and new records by id; `null` where a record of the world is deleted. */
  #changes = new Map<string, T | null>()
  /** The ids of the changed and new records, in order. */
  #ids: string[] = []
  /** Which new record came first. */
  #sequence = new Map<string, number>()
  #nextInSequence = 0

  /** @param open Gives the world's records, with the first read. */
  constructor(open: () => Source<T>) {
    this.#open = open
  }

  get #world(): Source<T> {
    return (this.#source ??= this.#open())
  }

  get size(): number {
    let size = this.#world.size
    for (const [id, record] of this.#changes) {
      const inWorld = this.#world.indexOf(id) !== -1
      if (inWorld && record === null) size--
      else if (!inWorld && record !== null) size++
    }
    return size
  }

  get(id: string): T | undefined {
    const changed = this.#changes.get(id)
    if (changed !== undefined) return changed ?? undefined
    const position = this.#world.indexOf(id)
    return position === -1 ? undefined : this.#world.at(position)
  }

  /** The place of a record in the order of creation: those of the world in the order of their ids, then the new ones. */
  creationOf(id: string): number {
    const place = this.#sequence.get(id)
    return place === undefined ? this.#world.indexOf(id) : this.#world.size + place
  }

  /** The record with this id, if it is a changed or a new one. */
  changed(id: string): T | undefined {
    return this.#changes.get(id) ?? undefined
  }

  /** Adds a record, or puts it in the place of the one with its id. */
  set(record: T): void {
    if (!this.#changes.get(record.id)) {
      const isNew = this.#changes.has(record.id) || this.#world.indexOf(record.id) === -1
      if (isNew) this.#sequence.set(record.id, this.#nextInSequence++)
      this.#ids.splice(this.#overlayAfter(record.id), 0, record.id)
    }
    this.#changes.set(record.id, record)
  }

  delete(id: string): void {
    if (this.#changes.get(id)) this.#ids.splice(this.#overlayAfter(id) - 1, 1)
    if (this.#world.indexOf(id) === -1) this.#changes.delete(id)
    else this.#changes.set(id, null)
  }

  /** The records from the one that follows `afterId` (which need not exist any more), or from the first. */
  *from(afterId?: string): Generator<T, undefined> {
    let inWorld = afterId === undefined ? 0 : this.#world.after(afterId)
    let inOverlay = afterId === undefined ? 0 : this.#overlayAfter(afterId)
    for (;;) {
      const overlayId = this.#ids[inOverlay]
      const before = overlayId === undefined ? this.#world.size : this.#world.after(overlayId)
      for (; inWorld < before; inWorld++) {
        const record = this.#world.at(inWorld)
        if (!this.#changes.has(record.id)) yield record
      }
      if (overlayId === undefined) return
      yield this.#changes.get(overlayId)!
      inOverlay++
    }
  }

  /** At most `size` records that follow `afterId`. Costs the same wherever the page lies. */
  page(afterId: string | undefined, size: number): Page<T> {
    const records: T[] = []
    for (const record of this.from(afterId)) {
      if (records.length === size) return { records, more: true }
      records.push(record)
    }
    return { records, more: false }
  }

  /** Another store with the same changes, to go back to. */
  copy(): Store<T> {
    const copy = new Store(this.#open)
    copy.#changes = new Map(this.#changes)
    copy.#ids = [...this.#ids]
    copy.#sequence = new Map(this.#sequence)
    copy.#nextInSequence = this.#nextInSequence
    return copy
  }

  #overlayAfter(id: string): number {
    return positionAfter(this.#ids.length, (position) => this.#ids[position]!, id)
  }
}
