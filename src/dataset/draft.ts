import { otherKey, type Keys } from './keys.js'
import type { Store } from './store.js'

/** The records of one kind during a change. Reads include its own writes. Others see them after the change is published. */
export class Draft<T extends { readonly id: string }> {
  readonly #store: Store<T>
  readonly #kind: { readonly keys: Keys }
  readonly #changes = new Map<string, T | null>()
  readonly #keys = new Map<string, string>()
  #cleared = false

  constructor(store: Store<T>, kind: { readonly keys: Keys }) {
    this.#store = store
    this.#kind = kind
  }

  get(id: string): T | undefined {
    const changed = this.#changes.get(id)
    if (changed !== undefined) return changed ?? undefined
    return this.#cleared ? undefined : this.#store.get(id)
  }

  getByKey(key: string): T | undefined {
    const id = this.#keys.get(key)
    const own = id === undefined ? undefined : this.#changes.get(id)
    if (own && otherKey(this.#kind, own) === key) return own
    const stored = this.#cleared ? undefined : this.#store.getByKey(key)
    return stored && this.#changes.has(stored.id) ? undefined : stored
  }

  put(record: T): void {
    this.#changes.set(record.id, record)
    const key = otherKey(this.#kind, record)
    if (key !== undefined) this.#keys.set(key, record.id)
  }

  remove(id: string): void {
    this.#changes.set(id, null)
  }

  clear(): void {
    this.#changes.clear()
    this.#keys.clear()
    this.#cleared = true
  }

  /** Returns a synchronous function that makes the change visible to others. */
  async stage(): Promise<() => void> {
    const records = [...this.#changes.values()].filter((record) => record !== null)
    const staged = new Map((await this.#store.stage(records)).map((record) => [record.id, record]))
    // Keeps the order of the writes, because it is the order of creation.
    const changes = new Map(Array.from(this.#changes.keys(), (id) => [id, staged.get(id) ?? null]))
    return () => {
      if (this.#cleared) this.#store.clear()
      this.#store.publish(changes)
    }
  }
}
