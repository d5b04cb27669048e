import type { AnyRecord, Keys, Rows, Scalar } from '../contract/kind.js'
import { uniqueKey } from './kinds.js'
import { compareIds, positionAfter, valuesOf } from './source.js'

/** Changed records of one kind, which hide the ones below them. */
export class Overlay<T extends AnyRecord = AnyRecord, Below extends Rows<T> = Rows<T>> implements Rows<T> {
  readonly kind: { readonly keys: Keys }
  readonly #open: () => Below
  #below: Below | undefined
  /** The changed records by id, in the order of the changes. `null`: the record is deleted. */
  readonly changes = new Map<string, T | null>()
  /** The ids of the changed records by their unique keys. */
  readonly #ids = new Map<string, string>()

  /** @param open Opens what is below. Called at the first read. */
  constructor(open: () => Below, kind: { readonly keys: Keys }) {
    this.#open = open
    this.kind = kind
  }

  get below(): Below {
    return (this.#below ??= this.#open())
  }

  get size(): number {
    let { size } = this.below
    for (const [id, record] of this.changes) size += Number(record !== null) - Number(this.below.has(id))
    return size
  }

  has(id: string): boolean {
    const changed = this.changes.get(id)
    return changed === undefined ? this.below.has(id) : changed !== null
  }

  get(id: string): T | undefined {
    const changed = this.changes.get(id)
    return changed === undefined ? this.below.get(id) : (changed ?? undefined)
  }

  getByKey(key: string): T | undefined {
    const id = this.#ids.get(key)
    if (id !== undefined) return this.get(id)
    const below = this.below.getByKey(key)
    return below && this.changes.has(below.id) ? undefined : below
  }

  /** Returns the changed records in the order of ids. */
  protected sortChanged(): readonly T[] {
    const changed = [...this.changes.values()].filter((record) => record !== null)
    return changed.toSorted((a, b) => compareIds(a.id, b.id))
  }

  *from(after?: string, last?: string): Generator<T> {
    const changed = this.sortChanged()
    const placeAfter = (id: string) => positionAfter(changed.length, (place) => changed[place]!.id, id)
    const start = after === undefined ? 0 : placeAfter(after)
    const own = changed.slice(start, last === undefined ? undefined : placeAfter(last))
    let before = after
    for (const next of [...own, undefined]) {
      for (const record of this.below.from(before, next?.id ?? last))
        if (!this.changes.has(record.id)) yield record
      if (next) yield next
      before = next?.id
    }
  }

  *having(field: string, value: Scalar): Generator<T> {
    for (const record of this.below.having(field, value)) if (!this.changes.has(record.id)) yield record
    for (const record of this.changes.values())
      if (record && valuesOf(record, field).includes(value)) yield record
  }

  put(record: T): void {
    this.#forgetKey(record.id)
    this.changes.set(record.id, record)
    const key = uniqueKey(this.kind, record)
    if (key !== undefined) this.#ids.set(key, record.id)
  }

  /** Hides a record. Nothing is kept of one that has nothing below it. */
  remove(id: string): void {
    this.#forgetKey(id)
    if (this.below.has(id)) this.changes.set(id, null)
    else this.changes.delete(id)
  }

  /** Another record may have taken the key in the meantime. */
  #forgetKey(id: string): void {
    const record = this.changes.get(id)
    const key = record ? uniqueKey(this.kind, record) : undefined
    if (key !== undefined && this.#ids.get(key) === id) this.#ids.delete(key)
  }
}
