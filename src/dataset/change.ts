import type { Store } from './store.js'

/** What one change does to the records of one kind. It reads what it has written; nobody else does until it is committed. */
export class Draft<T extends { readonly id: string }> {
  readonly #store: Store<T>
  readonly #keyOf: ((record: T) => string) | undefined
  /** New and changed records by id. `null`: deleted. */
  readonly #changes = new Map<string, T | null>()
  readonly #keys = new Map<string, string>()
  #cleared = false

  constructor(store: Store<T>, keyOf: ((record: T) => string) | undefined) {
    this.#store = store
    this.#keyOf = keyOf
  }

  get(id: string): T | undefined {
    const changed = this.#changes.get(id)
    if (changed !== undefined) return changed ?? undefined
    return this.#cleared ? undefined : this.#store.get(id)
  }

  getByKey(key: string): T | undefined {
    const id = this.#keys.get(key)
    const own = id === undefined ? undefined : this.#changes.get(id)
    if (own && this.#keyOf?.(own) === key) return own
    const stored = this.#cleared ? undefined : this.#store.getByKey(key)
    return stored && this.#changes.has(stored.id) ? undefined : stored
  }

  put(record: T): void {
    this.#changes.set(record.id, record)
    if (this.#keyOf) this.#keys.set(this.#keyOf(record), record.id)
  }

  remove(id: string): void {
    this.#changes.set(id, null)
  }

  /** Removes all records. */
  clear(): void {
    this.#changes.clear()
    this.#keys.clear()
    this.#cleared = true
  }

  /** Prepares the change. The function that it returns makes the change visible, at once. */
  async stage(): Promise<() => void> {
    const records = [...this.#changes.values()].filter((record) => record !== null)
    const staged = new Map((await this.#store.stage(records)).map((record) => [record.id, record]))
    // In the order of the change, because that is the order of creation.
    const changes = new Map(Array.from(this.#changes.keys(), (id) => [id, staged.get(id) ?? null]))
    return () => {
      if (this.#cleared) this.#store.clear()
      this.#store.publish(changes)
    }
  }
}
