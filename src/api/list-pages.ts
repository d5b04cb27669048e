import { describeUnset } from '../common/text.js'
import type { Settings } from '../contract/settings.js'
import type { ListName } from '../convention/operations.js'
import { issueCursor, readCursor, wholeKey } from './cursor.js'
import { invalidCursor, type Refusal } from './refusal.js'
import { readListQuery, type ListQuery } from './list-query.js'
import type { HandlerParts, OperationHandler, OperationRequest } from './operation-handler.js'
import type { RenderedBody } from './answer.js'

/** Enough for all pages of 100,000 roles, so a client that reads them again gets cached pages. */
const MAX_CACHED_PAGES = 1000

/** Start of a page that is always empty. */
const AFTER_THE_LAST = Symbol('after the last')

/** Where a page starts: after the record with this sort key, at the first record (`undefined`), or after the last. */
type Start = string | undefined | typeof AFTER_THE_LAST

/** The settings that decide the content of a page, in addition to its start and size. */
export function chooseForm(name: ListName, settings: Settings) {
  return {
    order: settings[`${name}.order`],
    empty: settings[`${name}.empty`],
    lastPage: settings[`${name}.lastPage`],
    hasMore: settings['extras.hasMore'],
  }
}

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
  { empty, lastPage, hasMore }: Omit<ReturnType<typeof chooseForm>, 'order'>,
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
  readonly #name: ListName
  readonly #parts: HandlerParts
  readonly #settings: Settings
  readonly #list: string
  readonly #encoder = new TextEncoder()
  readonly #form: ReturnType<typeof chooseForm>
  /** Read once: each request would otherwise create the text of its name. */
  readonly #pageSize: number
  /** Key of the first page in the cache, if the query is empty. */
  readonly #firstKey: string
  /** The encoded pages of one version of the data. */
  readonly #cache = new Map<string, RenderedBody>()
  #cachedVersion = -1

  constructor(name: ListName, parts: HandlerParts) {
    const { settings } = parts
    this.#name = name
    this.#parts = parts
    this.#settings = settings
    this.#form = chooseForm(name, settings)
    this.#list = `${name} by ${this.#form.order}`
    this.#pageSize = settings[`${name}.pageSize`]
    this.#firstKey = createKey(undefined, this.#pageSize)
  }

  answer({ query: text }: OperationRequest): RenderedBody | Refusal {
    if (text === '') return this.#page(undefined, this.#pageSize, this.#firstKey)
    const query = readListQuery(text, this.#name, this.#settings)
    if ('detail' in query) return query
    const page = this.#pageFor(query)
    if ('detail' in page || query.assumed.length === 0) return page
    const assumed = [...new Set([...page.assumed, ...query.assumed])]
    return { ...page, assumed, ...(query.note === undefined ? {} : { note: query.note }) }
  }

  #pageFor({ cursors, size }: ListQuery): RenderedBody | Refusal {
    if (cursors.length === 0) return this.#page(undefined, size)
    if (cursors.length > 1) return this.#invalid('is given more than once', size)
    const key = readCursor(this.#list, cursors[0]!)
    if (key === undefined) {
      return this.#invalid(describeUnset(cursors[0]!) ?? 'is not a cursor that this mock issued', size)
    }
    const store = this.#parts.data.stores[this.#name]
    const start = wholeKey(key, (after) => store.page(after, 1, this.#form.order).lastKey)
    return this.#page(start, size)
  }

  #invalid(what: string, size: number): RenderedBody | Refusal {
    if (this.#settings['cursor.invalid'] === '400') return invalidCursor(what)
    const page = this.#page(
      this.#settings['cursor.invalid'] === 'first-page' ? undefined : AFTER_THE_LAST,
      size,
    )
    return {
      ...page,
      assumed: [...page.assumed, 'cursor.invalid'],
      note: `The parameter nextPage ${what} (cursor.invalid).`,
    }
  }

  #page(start: Start, size: number, key = createKey(start, size)): RenderedBody {
    const { version } = this.#parts.data
    const cached = version === this.#cachedVersion ? this.#cache.get(key) : undefined
    if (cached) return cached
    const page = this.#render(start, size)
    if (version !== this.#cachedVersion || this.#cache.size >= MAX_CACHED_PAGES) this.#cache.clear()
    this.#cachedVersion = version
    this.#cache.set(key, page)
    return page
  }

  #render(start: Start, size: number): RenderedBody {
    const name = this.#name
    const { data } = this.#parts
    const { order, empty, lastPage } = this.#form
    const { records, more, lastKey } =
      start === AFTER_THE_LAST
        ? { records: [], more: false, lastKey: undefined }
        : data.stores[name].page(start, size, order)
    const none = records.length === 0 && data.stores[name].page(undefined, 1).records.length === 0
    const hasMore = this.#form.hasMore === 'present'
    const cursor = more ? issueCursor(this.#list, lastKey!) : undefined
    const body = createPage(records, cursor, none, this.#form)
    const place =
      start === undefined ? (more ? 'page.first' : 'page.only') : more ? 'page.middle' : 'page.last'
    return {
      // Encoding a page takes as long as the rest of the answer, so the cache holds encoded pages.
      body: this.#encoder.encode(JSON.stringify(body)),
      cases: [
        `${name}.${place}`,
        ...(more ? [] : [`${name}.end.${lastPage}` as const]),
        ...(none ? [`${name}.empty.${empty}` as const] : []),
      ],
      assumed: [
        `${name}.pageSize`,
        `${name}.order`,
        ...(more ? [] : [`${name}.lastPage` as const]),
        ...(none ? [`${name}.empty` as const] : []),
        ...(hasMore ? ['extras.hasMore' as const] : []),
      ],
    }
  }
}
