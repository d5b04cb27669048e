import { firstPosition } from './ids.js'

/** Some records that follow each other in an order. */
export interface Page<T> {
  readonly records: readonly T[]
  readonly more: boolean
  /** The sort key of the last record. */
  readonly lastKey: string | undefined
}

/** A record with the key that it is sorted by: its name, or its place in the order of creation. */
export interface Sorted<T> {
  readonly key: string | number
  readonly record: T
}

/** Returns at most `size` records after a key. */
export function selectPage<T>(
  sorted: readonly Sorted<T>[],
  after: string | undefined,
  size: number,
): Page<T> {
  const isAfter = ({ key }: Sorted<T>) => key > (typeof key === 'number' ? Number(after) : after!)
  const start = after === undefined ? 0 : firstPosition(sorted.length, (place) => isAfter(sorted[place]!))
  const entries = sorted.slice(start, start + size)
  const last = entries.at(-1)
  return {
    records: entries.map(({ record }) => record),
    more: start + size < sorted.length,
    lastKey: last && String(last.key),
  }
}
