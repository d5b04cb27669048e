/**
 * A cache with at most twice `limit` entries. It has two generations: when the new one is full, the old one is removed.
 */
export class BoundedCache<Key, Value extends {}> {
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns the value of a key. Creates it with `make` if it is not in the cache. */
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
