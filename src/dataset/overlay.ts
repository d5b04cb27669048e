import type { AnyRecord, Keys } from '../contract/kind.js'
import { otherKey } from './keys.js'

/** Finds single records of one kind. */
export interface Lookup<T> {
  /** Faster than `get`, because no record is generated. */
  has(id: string): boolean
  get(id: string): T | undefined
  /** @param key The key of the record that is not its id. */
  getByKey(key: string): T | undefined
}

/** Changed records, which hide the ones below them. */
export class Overlay<T extends AnyRecord = AnyRecord> implements Lookup<T> {
  readonly #below: Lookup<T>
  readonly #kind: { readonly keys: Keys }
  readonly #changes = new Map<string, T | null>()
  /** The ids of the changed records by their keys. */
  readonly #ids = new Map<string, string>()

  constructor(below: Lookup<T>, kind: { readonly keys: Keys }) {
    this.#below = below
    this.#kind = kind
  }

  /** The changed records by id, in the order of the changes. `null`: the record is deleted. */
  get changes(): ReadonlyMap<string, T | null> {
    return this.#changes
  }

  has(id: string): boolean {
    const changed = this.#changes.get(id)
    return changed === undefined ? this.#below.has(id) : changed !== null
  }

  get(id: string): T | undefined {
    const changed = this.#changes.get(id)
    return changed === undefined ? this.#below.get(id) : (changed ?? undefined)
  }

  getByKey(key: string): T | undefined {
    const id = this.#ids.get(key)
    if (id !== undefined) return this.get(id)
    const below = this.#below.getByKey(key)
    return below && this.#changes.has(below.id) ? undefined : below
  }

  put(record: T): void {
    this.#forgetKey(record.id)
    this.#changes.set(record.id, record)
    const key = otherKey(this.#kind, record)
    if (key !== undefined) this.#ids.set(key, record.id)
  }

  /** Hides a record. Nothing is kept of one that has nothing below it. */
  remove(id: string): void {
    this.#forgetKey(id)
    if (this.#below.has(id)) this.#changes.set(id, null)
    else this.#changes.delete(id)
  }

  /** Another record may have taken the key in the meantime. */
  #forgetKey(id: string): void {
    const record = this.#changes.get(id)
    const key = record ? otherKey(this.#kind, record) : undefined
    if (key !== undefined && this.#ids.get(key) === id) this.#ids.delete(key)
  }
}
