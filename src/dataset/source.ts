import QuickLru from 'quick-lru'
import type { AnyRecord, Source } from '../contract/kind.js'
import { compareIds, idToNumber, positionAfter } from './ids.js'

/** Limits the memory of servers that run for weeks. */
const MAX_CACHED_RECORDS = 20_000

/** Creates a source of existing records. Their order in the list is the order of creation. */
export function givenSource<T extends AnyRecord>(
  records: readonly T[],
  keyOf?: (record: T) => string | undefined,
): Source<T> {
  const sorted = records.toSorted((a, b) => compareIds(a.id, b.id))
  const positions = new Map(sorted.map(({ id }, position) => [id, position]))
  const places = new Map(records.map(({ id }, place) => [id, place]))
  const keys = new Map(keyOf && sorted.map((record, position) => [keyOf(record), position]))
  return {
    size: sorted.length,
    at: (position) => sorted[position]!,
    indexOf: (id) => positions.get(id) ?? -1,
    indexOfKey: (key) => keys.get(key) ?? -1,
    after: (id) => positionAfter(sorted.length, (position) => sorted[position]!.id, id),
    createdAt: (place) => positions.get(records[place]!.id)!,
    placeOf: (position) => places.get(sorted[position]!.id)!,
  }
}

export function generatedSource<T extends AnyRecord>(options: {
  readonly size: number
  readonly firstId: number
  readonly make: (index: number, id: string) => T
  readonly indexOfKey?: (key: string) => number
}): Source<T> {
  const { size, firstId, make, indexOfKey = () => -1 } = options
  const cache = new QuickLru<number, T>({ maxSize: MAX_CACHED_RECORDS })
  const within = (index: number) => (index >= 0 && index < size ? index : -1)
  return {
    size,
    at(position) {
      const cached = cache.get(position)
      if (cached) return cached
      const record = make(position, String(firstId + position))
      cache.set(position, record)
      return record
    },
    indexOf: (id) => within(idToNumber(id) - firstId),
    indexOfKey: (key) => within(indexOfKey(key)),
    after: (id) => Math.min(Math.max(idToNumber(id) - firstId + 1, 0), size),
    createdAt: (place) => place,
    placeOf: (position) => position,
  }
}

/** Joins two sources. Every id of the first must come before every id of the second. */
export function joinedSource<T extends AnyRecord>(first: Source<T>, second: Source<T>): Source<T> {
  const { size } = first
  const either = (inFirst: number, inSecond: number) =>
    inFirst !== -1 || inSecond === -1 ? inFirst : size + inSecond
  return {
    size: size + second.size,
    at: (position) => (position < size ? first.at(position) : second.at(position - size)),
    indexOf: (id) => either(first.indexOf(id), second.indexOf(id)),
    indexOfKey: (key) => either(first.indexOfKey(key), second.indexOfKey(key)),
    // One of the numbers is 0 or the size of its source: all ids of the first source come before those of the second.
    after: (id) => first.after(id) + second.after(id),
    createdAt: (place) => (place < size ? first.createdAt(place) : size + second.createdAt(place - size)),
    placeOf: (position) =>
      position < size ? first.placeOf(position) : size + second.placeOf(position - size),
  }
}
