import QuickLru from 'quick-lru'
import type { AnyRecord, Generated, Keys, Source } from '../contract/kind.js'
import { compareIds, idToNumber, positionAfter } from './ids.js'
import { uniqueKey } from './kinds.js'

/** Limits the memory of servers that run for weeks. */
const MAX_CACHED_RECORDS = 20_000

/**
 * Opens the initial records of one kind: the given ones, in the order of creation, and then the generated ones. Every id of a given
 * record must come before every id of a generated one.
 */
export function openSource<T extends AnyRecord>(
  kind: { readonly keys: Keys },
  given: readonly T[],
  generated?: Generated<T>,
): Source<T> {
  const sorted = given.toSorted((a, b) => compareIds(a.id, b.id))
  const count = sorted.length
  const positions = new Map(sorted.map(({ id }, position) => [id, position]))
  const keys = new Map(sorted.map((record, position) => [uniqueKey(kind, record), position]))
  const { size = 0, firstId = 0 } = generated ?? {}
  const cache = new QuickLru<number, T>({ maxSize: MAX_CACHED_RECORDS })

  function at(position: number): T {
    if (position < count) return sorted[position]!
    const index = position - count
    const cached = cache.get(index)
    if (cached) return cached
    const record = generated!.make(index, String(firstId + index))
    cache.set(index, record)
    return record
  }

  /** Returns the position of a generated record. */
  const positionOf = (index: number) => (index >= 0 && index < size ? count + index : -1)
  const indexOf = (id: string) => positions.get(id) ?? positionOf(idToNumber(id) - firstId)
  const get = (position: number) => (position === -1 ? undefined : at(position))
  return {
    size: count + size,
    at,
    indexOf,
    has: (id) => indexOf(id) !== -1,
    get: (id) => get(indexOf(id)),
    getByKey: (key) => get(keys.get(key) ?? positionOf(generated?.indexOfKey?.(key) ?? -1)),
    // One of the two numbers is 0 or the number of all these records.
    after: (id) =>
      positionAfter(count, (position) => sorted[position]!.id, id) +
      Math.min(Math.max(idToNumber(id) - firstId + 1, 0), size),
    createdAt: (place) => (place < count ? positions.get(given[place]!.id)! : place),
  }
}
