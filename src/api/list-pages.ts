import { describeUnset } from '../common/text.js'
import type { Kind } from '../contract/kind.js'
import { listSettings, type ListSettings } from '../contract/list.js'
import type {
  HandlerParts,
  OperationHandler,
  OperationRequest,
  Refusal,
  Success,
} from '../contract/operation.js'
import type { Settings } from '../contract/assumption.js'
import { issueCursor, readCursor } from './cursor.js'
import { invalidCursor } from './refusal.js'
import { readListQuery, type ListQuery } from './list-query.js'

/** Enough for all pages of 100,000 roles, so a client that reads them again gets cached pages. */
const MAX_CACHED_PAGES = 1000

/** Start of a page that is always empty. */
const AFTER_THE_LAST = Symbol('after the last')

/** Where a page starts: after the record with this sort key, at the first record (`undefined`), or after the last. */
type Start = string | undefined | typeof AFTER_THE_LAST

/**
 * Returns the body of a page in the form that the assumptions define.
 *
 * @param cursor The cursor of the next page. `undefined` on the last page.
 * @param isEmpty Whether the whole list is empty.
 */
export function createPage(
  records: readonly unknown[],
  cursor: string | undefined,
  isEmpty: boolean,
  { empty, lastPage }: Pick<ListSettings, 'empty' | 'lastPage'>,
  hasMore: Settings[string] | undefined,
): object {
  const body: { data?: unknown; nextPage?: string | null; hasMore?: boolean } = {}
  if (!isEmpty || empty === 'array') body.data = records
  else if (empty === 'null') body.data = null
  if (cursor !== undefined) body.nextPage = cursor
  else if (lastPage === 'null') body.nextPage = null
  if (hasMore === 'present') body.hasMore = cursor !== undefined
  return body
}

/** Returns the key of a page in the cache. */
function createKey(start: Start, size: number): string {
  const place = start === AFTER_THE_LAST ? 'end' : start === undefined ? '' : `>${start}`
  return `${size} ${place}`
}

export class ListPages implements OperationHandler {
  readonly #name: string
  readonly #kind: Kind
  readonly #parts: HandlerParts
  readonly #form: ListSettings
  readonly #list: string
  readonly #encoder = new TextEncoder()
  /** Key of the first page in the cache, if the query is empty. */
  readonly #firstKey: string
  /** The encoded pages of one version of the data. */
  readonly #cache = new Map<string, Success>()
  #cachedVersion = -1

  constructor(kind: Kind, parts: HandlerParts) {
    this.#name = kind.many
    this.#kind = kind
    this.#parts = parts
    this.#form = listSettings(parts.settings, this.#name)
    this.#list = `${this.#name} by ${this.#form.order}`
    this.#firstKey = createKey(undefined, this.#form.pageSize)
  }

  handle({ query: text }: OperationRequest): Success | Refusal {
    if (text === '') return this.#page(undefined, this.#form.pageSize, this.#firstKey)
    const query = readListQuery(text, this.#name, this.#form)
    if ('detail' in query) return query
    const page = this.#pageFor(query)
    if ('detail' in page || query.assumed.length === 0) return page
    const assumed = [...new Set([...page.assumed, ...query.assumed])]
    return { ...page, assumed, ...(query.note === undefined ? {} : { note: query.note }) }
  }

  #pageFor({ cursors, size }: ListQuery): Success | Refusal {
    if (cursors.length === 0) return this.#page(undefined, size)
    if (cursors.length > 1) return this.#invalid('is given more than once', size)
    const key = readCursor(this.#list, cursors[0]!)
    if (key === undefined) {
      return this.#invalid(describeUnset(cursors[0]!) ?? 'is not a cursor that this mock issued', size)
    }
    return this.#page(key, size)
  }

  #invalid(what: string, size: number): Success | Refusal {
    if (this.#parts.settings['cursor.invalid'] === '400') return invalidCursor(what)
    const page = this.#page(
      this.#parts.settings['cursor.invalid'] === 'first-page' ? undefined : AFTER_THE_LAST,
      size,
    )
    return {
      ...page,
      assumed: [...page.assumed, 'cursor.invalid'],
      note: `The parameter nextPage ${what} (cursor.invalid).`,
    }
  }

  #page(start: Start, size: number, key = createKey(start, size)): Success {
    const { version } = this.#parts.data
    const cached = version === this.#cachedVersion ? this.#cache.get(key) : undefined
    if (cached) return cached
    const page = this.#render(start, size)
    if (version !== this.#cachedVersion || this.#cache.size >= MAX_CACHED_PAGES) this.#cache.clear()
    this.#cachedVersion = version
    this.#cache.set(key, page)
    return page
  }

  #render(start: Start, size: number): Success {
    const name = this.#name
    const { settings, data } = this.#parts
    const store = data.stores[name]!
    const { order, empty, lastPage } = this.#form
    const { records, more, lastKey } =
      start === AFTER_THE_LAST
        ? { records: [], more: false, lastKey: undefined }
        : store.page(start, size, order)
    const none = records.length === 0 && store.page(undefined, 1).records.length === 0
    const hasMore = settings['extras.hasMore']
    const cursor = more ? issueCursor(this.#list, lastKey!) : undefined
    const shown = this.#kind.present
      ? records.map((record) => this.#kind.present!(record, settings))
      : records
    const body = createPage(shown, cursor, none, this.#form, hasMore)
    const place =
      start === undefined ? (more ? 'page.first' : 'page.only') : more ? 'page.middle' : 'page.last'
    return {
      // Encoding a page takes as long as the rest of the answer, so the cache holds encoded pages.
      body: this.#encoder.encode(JSON.stringify(body)),
      cases: [
        `${name}.${place}`,
        ...(more ? [] : [`${name}.end.${lastPage}` as const]),
        ...(none ? [`${name}.empty.${empty}`] : []),
      ],
      assumed: [
        `${name}.pageSize`,
        `${name}.order`,
        ...(more ? [] : [`${name}.lastPage` as const]),
        ...(none ? [`${name}.empty`] : []),
        ...(hasMore === 'present' ? ['extras.hasMore'] : []),
      ],
    }
  }
}
