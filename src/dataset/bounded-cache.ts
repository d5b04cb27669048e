/** A map that holds the newest `limit` entries, so that a long-running server's memory stays flat. */
export class BoundedCache<Key, Value extends {}> {
  readonly #entries = new Map<Key, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value that is kept for a key; made, and kept, when there is none. */
  get(key: Key, make: (key: Key) => Value): Value {
    const kept = this.#entries.get(key)
    if (kept !== undefined) return kept
    const value = make(key)
    if (this.#entries.size >= this.#limit) this.#entries.delete(this.#entries.keys().next().value!)
    this.#entries.set(key, value)
    return value
  }

  clear(): void {
    this.#entries.clear()
  }
}
