import { setImmediate } from 'node:timers/promises'
import { isObject } from '../common/plain-object.js'
import { createWordTest } from '../common/text.js'
import { compareIds } from '../dataset/ids.js'
import type { Store } from '../dataset/store.js'
import { createTest, type Where } from '../dataset/where.js'

interface AnyRecord {
  readonly id: string
}

interface SearchPage<T> {
  readonly records: readonly T[]
  /** Where the search goes on: the id of the last record, or of the last one that was read. */
  readonly next?: string
  /** Number of records that match. `undefined` if the list is too long to read all of it. */
  readonly total?: number
}

/** Maximum number of records that one request reads. They may have to be generated first, which takes about 0.3 s. */
export const MAX_READ = 5000

/** The server answers other requests after this number of records, which is about every 10 ms. */
const RECORDS_AT_ONCE = 200

/** Returns all values of a record in lower case, one a line. No word contains a line break. */
function textOf(value: unknown): string {
  return isObject(value) ? Object.values(value).map(textOf).join('\n') : String(value).toLowerCase()
}

/**
 * Searches records for words, which must all occur in the values of a record.
 *
 * Records are generated when they are first read, so reading millions of them takes minutes. One page of a long list therefore
 * reads at most {@link MAX_READ} records, and may have fewer records than `size`, or none.
 */
export async function searchRecords<T extends AnyRecord>(options: {
  /** Returns the current store, which a reset replaces. */
  readonly store: () => Store<T>
  readonly text: string
  readonly where: Where<T>
  readonly after: string | undefined
  readonly size: number
}): Promise<SearchPage<T>> {
  const { store, text, where, after, size } = options
  const hasWords = createWordTest(text)
  const meetsCondition = createTest(where)
  const isFound = (record: T) => meetsCondition(record) && hasWords(textOf(record))
  // A short list is read from its start, so that the total is known.
  const isShort = store().size <= MAX_READ
  const found: T[] = []
  let last = isShort ? undefined : after
  let isComplete = false
  const maxFound = isShort ? Infinity : size
  for (let read = 0; !isComplete && read < MAX_READ && found.length <= maxFound;) {
    // Records may change while the server answers other requests, so each part starts with an id.
    const part = store().page(last, RECORDS_AT_ONCE)
    found.push(...part.records.filter(isFound))
    read += part.records.length
    last = part.records.at(-1)?.id ?? last
    isComplete = !part.more
    await setImmediate()
  }
  const following = found.filter(({ id }) => after === undefined || compareIds(id, after) > 0)
  const records = following.slice(0, size)
  const next = following.length > size ? records.at(-1)!.id : isComplete ? undefined : last
  return {
    records,
    ...(next === undefined ? {} : { next }),
    ...(isShort && isComplete ? { total: found.length } : {}),
  }
}
