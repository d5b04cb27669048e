import QuickLru from 'quick-lru'
import type { AnyRecord, Generated, Keys, Scalar, Source } from '../contract/kind.js'
import { uniqueKey } from './kinds.js'

const DECIMAL = /^(?:0|[1-9]\d*)$/

/** First decimal numbers, which generated records have, by value. Then all other ids by code units. */
export function compareIds(a: string, b: string): number {
  const decimal = DECIMAL.test(a)
  if (decimal !== DECIMAL.test(b)) return decimal ? -1 : 1
  if (decimal && a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns an id as a number. `Infinity` if it sorts after all numbers that JavaScript represents exactly. */
export function idToNumber(id: string): number {
  return DECIMAL.test(id) && id.length <= 15 ? Number(id) : Infinity
}

/** Returns the first position that passes a test. All later positions must pass, too. */
export function firstPosition(count: number, test: (position: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}

export function positionAfter(count: number, idAt: (position: number) => string, id: string): number {
  return firstPosition(count, (position) => compareIds(idAt(position), id) > 0)
}

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

  /** Returns the position after an id. One of the two numbers is 0 or the number of all these records. */
  function after(id: string): number {
    const before = positionAfter(count, (position) => sorted[position]!.id, id)
    return before + Math.min(Math.max(idToNumber(id) - firstId + 1, 0), size)
  }

  function* from(id?: string, last?: string): Generator<T> {
    const end = last === undefined ? count + size : after(last)
    for (let position = id === undefined ? 0 : after(id); position < end; position++) yield at(position)
  }

  /** The records by the values in a field, as soon as somebody asks for a value. */
  const indexes = new Map<string, ReadonlyMap<unknown, readonly T[]>>()

  function having(field: string, value: Scalar): readonly T[] {
    const index = indexes.get(field) ?? indexBy(field, from())
    indexes.set(field, index)
    return index.get(value) ?? []
  }

  return {
    size: count + size,
    at,
    indexOf,
    has: (id) => indexOf(id) !== -1,
    get: (id) => get(indexOf(id)),
    getByKey: (key) => get(keys.get(key) ?? positionOf(generated?.indexOfKey?.(key) ?? -1)),
    from,
    having,
    createdAt: (place) => (place < count ? positions.get(given[place]!.id)! : place),
  }
}

/** Returns the values in a field of a record, which may be a list. */
export function valuesOf(record: AnyRecord, field: string): readonly unknown[] {
  const value = (record as object as { readonly [name: string]: unknown })[field]
  return Array.isArray(value) ? value : [value]
}

function indexBy<T extends AnyRecord>(
  field: string,
  records: Iterable<T>,
): ReadonlyMap<unknown, readonly T[]> {
  const index = new Map<unknown, T[]>()
  for (const record of records) {
    for (const each of valuesOf(record, field)) {
      const known = index.get(each)
      if (known) known.push(record)
      else index.set(each, [record])
    }
  }
  return index
}
