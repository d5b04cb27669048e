import { BoundedCache } from './bounded-cache.js'
import { compareIds, idToNumber, positionAfter } from './ids.js'

/** The records of one kind in a world that never changes, in the order of their ids. */
export interface Source<T> {
  readonly size: number
  /** The record at a position below `size`: made when somebody asks for it, and never to be changed. */
  at(position: number): T
  /** The position of the record with this id; -1 when there is none. */
  indexOf(id: string): number
  /** The position of the first record whose id sorts after this one, which need not exist. */
  after(id: string): number
}

/** How many made records a source keeps: enough for every test suite, and a bound for a server that runs for weeks. */
const KEPT_RECORDS = 20_000

/** Records that somebody wrote, in any order. */
export function givenSource<T extends { readonly id: string }>(records: readonly T[]): Source<T> {
  const sorted = records.toSorted((a, b) => compareIds(a.id, b.id))
  const positions = new Map(sorted.map(({ id }, position) => [id, position]))
  return {
    size: sorted.length,
    at: (position) => sorted[position]!,
    indexOf: (id) => positions.get(id) ?? -1,
    after: (id) => positionAfter(sorted.length, (position) => sorted[position]!.id, id),
  }
}

/** Records that are made one by one from their position, under ids that count up from `firstId`. */
export function generatedSource<T extends {}>(
  size: number,
  firstId: number,
  make: (index: number) => T,
): Source<T> {
  const kept = new BoundedCache<number, T>(KEPT_RECORDS)
  return {
    size,
    at: (position) => kept.get(position, make),
    indexOf(id) {
      const position = idToNumber(id) - firstId
      return position >= 0 && position < size ? position : -1
    },
    after: (id) => Math.min(Math.max(idToNumber(id) - firstId + 1, 0), size),
  }
}

/** Two sources as one; every id of the first sorts before every id of the second. */
export function joinedSource<T>(first: Source<T>, second: Source<T>): Source<T> {
  return {
    size: first.size + second.size,
    at: (position) => (position < first.size ? first.at(position) : second.at(position - first.size)),
    indexOf(id) {
      const position = first.indexOf(id)
      if (position !== -1) return position
      const later = second.indexOf(id)
      return later === -1 ? -1 : first.size + later
    },
    after(id) {
      const position = first.after(id)
      return position < first.size ? position : first.size + second.after(id)
    },
  }
}
