/**
 * A map that holds at least the newest `limit` entries and at most twice as many, so that a long-running server's
 * memory stays flat. Two generations: when the young one is full, the old one goes as a whole.
 */
export class BoundedCache<Key, Value extends {}> {
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value that is kept for a key; made, and kept, when there is none. */
  get(key: Key, make: (key: Key) => Value): Value {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const value = this.#old.get(key) ?? make(key)
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
    return value
  }
}
