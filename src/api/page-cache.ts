import type { RenderedBody } from './rendered-body.js'

/** Limits on the pages that are kept: enough to walk a thousand pages of 100 again and again. */
const MAX_KEPT_PAGES = 1000
const MAX_KEPT_BYTES = 8_000_000

/**
 * The written pages of all APIs of a mock. They share one cache, because a mock with varied answers has dozens of APIs,
 * and limits for each of them would add up to all the memory.
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

  /** Keeps a page that `get` did not find. */
  add(key: string, page: RenderedBody): void {
    if (this.#pages.size >= MAX_KEPT_PAGES || this.#bytes > MAX_KEPT_BYTES) this.#clear()
    this.#pages.set(key, page)
    // Clients choose the keys, which may be longer than the bodies. A character takes up to two bytes.
    this.#bytes += page.body.length + 2 * key.length
  }

  #clear(): void {
    this.#pages.clear()
    this.#bytes = 0
  }
}
