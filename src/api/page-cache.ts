import type { RenderedBody } from './answer.js'

/** The limits are enough for all pages of 100,000 roles, so a client that reads them again gets cached pages. */
const MAX_CACHED_PAGES = 1000
const MAX_CACHED_BYTES = 8_000_000

/**
 * Caches the encoded pages of all APIs of a mock. They share one cache, so that pages stay cached when assumptions change.
 */
export class PageCache {
  readonly #pages = new Map<string, RenderedBody>()
  #bytes = 0
  #version = -1

  /** @param version The version of the data. Pages of another version are dropped. */
  get(version: number, key: string): RenderedBody | undefined {
    if (version !== this.#version) this.#clear()
    this.#version = version
    return this.#pages.get(key)
  }

  /** Adds a page that `get` did not find. Clears the cache first if it is full. */
  add(key: string, page: RenderedBody): void {
    if (this.#pages.size >= MAX_CACHED_PAGES || this.#bytes > MAX_CACHED_BYTES) this.#clear()
    this.#pages.set(key, page)
    // Keys count too: clients choose them, and they may be longer than the bodies. A character takes up to two bytes.
    this.#bytes += page.body.length + 2 * key.length
  }

  #clear(): void {
    this.#pages.clear()
    this.#bytes = 0
  }
}
