import * as z from 'zod/mini'
import { checkOptions, optionsSchema, wholeNumber } from '../common/check-options.js'
import { isObject } from '../common/plain-object.js'
import { createWordTest } from '../common/text.js'
import { compareIds } from './source.js'
import type { Store } from './store.js'

/** Options of `page`. */
export interface PageOptions {
  /**
   * Words that a record must contain, in any order and case.
   *
   * @default all records
   */
  readonly search?: string | undefined
  /**
   * The `next` of the page before.
   *
   * @default the first page
   */
  readonly after?: string | undefined
  /**
   * Maximum number of records, 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined
}

/** A page of records. */
export interface RecordPage<T> {
  /** The records of this page, in the order of ids. */
  readonly records: readonly T[]
  /** Pass it as `after` to get the next page. `undefined` on the last page. With `search`, any page may be empty. */
  readonly next?: string | undefined
  /** Number of all records that match. `undefined` if `search` has not read all of a long list. */
  readonly total?: number | undefined
}

/**
 * Maximum number of records that a search reads for one page. They may have to be generated first, and a server answers no
 * other request meanwhile.
 */
const MAX_READ = 2000

const string = z.optional(z.string('must be a string'))

const schema = optionsSchema<PageOptions>({
  search: string,
  after: string,
  limit: z.optional(wholeNumber(1, 1000)),
})

/** Returns all values of a record in lower case, one a line. No word contains a line break. */
function toText(value: unknown): string {
  return isObject(value) ? Object.values(value).map(toText).join('\n') : String(value).toLowerCase()
}

/**
 * Reads a page of records. A search in a long list reads at most {@link MAX_READ} records for each page, which may then have
 * fewer records than its limit, or none.
 *
 * @throws InvalidOptionError For an unknown or invalid option.
 */
export function readPage<T extends { readonly id: string }>(
  store: Store<T>,
  options: PageOptions,
): RecordPage<T> {
  checkOptions(schema, options)
  const { search = '', after, limit = 100 } = options
  if (search.trim() === '') {
    const { records, more, lastKey } = store.page(after, limit)
    return { records, ...(more ? { next: lastKey! } : {}), total: store.size }
  }
  const hasWords = createWordTest(search)
  // A short list is read from its start, so that the total is known.
  const isShort = store.size <= MAX_READ
  const read = store.page(isShort ? undefined : after, MAX_READ)
  const found = read.records.filter((record) => hasWords(toText(record)))
  const following = found.filter(({ id }) => after === undefined || compareIds(id, after) > 0)
  const records = following.slice(0, limit)
  const unread = read.more ? read.lastKey : undefined
  const next = following.length > limit ? records.at(-1)!.id : unread
  return {
    records,
    ...(next === undefined ? {} : { next }),
    ...(isShort ? { total: found.length } : {}),
  }
}
