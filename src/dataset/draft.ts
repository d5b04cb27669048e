import type { Store } from './store.js'

/** The records of one kind during a change. Reads include its own writes. Others see them after the change is published. */
export class Draft<T extends { readonly id: string }> {
  readonly #store: Store<T>
  readonly #changes = new Map<string, T | null>()
  readonly #keys = new Map<string, string>()

  constructor(store: Store<T>) {
    this.#store = store
  }

  get isChanged(): boolean {
    return this.#changes.size > 0
  }

  get(id: string): T | undefined {
    const changed = this.#changes.get(id)
    return changed === undefined ? this.#store.get(id) : (changed ?? undefined)
  }

  getByKey(key: string): T | undefined {
    const id = this.#keys.get(key)
    const own = id === undefined ? undefined : this.#changes.get(id)
    if (own && this.#store.keyOf(own) === key) return own
    const stored = this.#store.getByKey(key)
    return stored && this.#changes.has(stored.id) ? undefined : stored
  }

  put(record: T): void {
    this.#changes.set(record.id, record)
    const key = this.#store.keyOf(record)
    if (key !== undefined) this.#keys.set(key, record.id)
  }

  remove(id: string): void {
    this.#changes.set(id, null)
  }

  /** Returns a synchronous function that makes the change visible to others. */
  async stage(): Promise<() => void> {
    const records = [...this.#changes.values()].filter((record) => record !== null)
    const staged = new Map((await this.#store.stage(records)).map((record) => [record.id, record]))
    // Keeps the order of the writes, because it is the order of creation.
    const changes = new Map(Array.from(this.#changes.keys(), (id) => [id, staged.get(id) ?? null]))
    return () => this.#store.publish(changes)
  }
}
