import type { ListName, Settings } from '../contract/assumptions.js'
import { issueCursor, readCursor } from './cursor.js'
import type { ApiData } from './ports.js'
import { invalidCursor, type Refusal } from './refusal.js'
import { readListQuery, type ListQuery } from './list-query.js'
import type {
  HandlerParts,
  OperationHandler,
  OperationRequest,
  RenderedBody,
} from './operations/operation-handler.js'

/** Limits of the page cache. A client can read 1,000 pages of 100 roles repeatedly from the cache. */
const MAX_KEPT_PAGES = 1000
const MAX_KEPT_BYTES = 8_000_000

/** Start of a page that is always empty. */
const AFTER_THE_LAST = Symbol('after the last')

/** Where a page starts: after the record with this sort key, at the first record (`undefined`), or after the last. */
type Start = string | undefined | typeof AFTER_THE_LAST

/** Answers requests for a list, page by page. */
export class ListPages implements OperationHandler {
  readonly #name: ListName
  readonly #data: ApiData
  readonly #settings: Settings
  readonly #now: () => number
  readonly #list: string
  readonly #encoder = new TextEncoder()
  readonly #kept = new Map<string | symbol, RenderedBody>()
  #keptBytes = 0
  #keptVersion = -1

  constructor(name: ListName, { data, settings, now }: HandlerParts) {
    this.#name = name
    this.#data = data
    this.#settings = settings
    this.#now = now
    this.#list = `${name} by ${settings[`${name}.order`]}`
  }

  answer({ query: text }: OperationRequest): RenderedBody | Refusal {
    if (text === '') return this.#page(undefined, this.#settings[`${this.#name}.pageSize`])
    const query = readListQuery(text, this.#name, this.#settings)
    if ('detail' in query) return query
    const page = this.#pageFor(query)
    if ('detail' in page || query.assumed.length === 0) return page
    const assumed = [...new Set([...page.assumed, ...query.assumed])]
    return { ...page, assumed, ...(query.note === undefined ? {} : { note: query.note }) }
  }

  #pageFor({ cursors, size }: ListQuery): RenderedBody | Refusal {
    if (cursors.length === 0) return this.#page(undefined, size)
    const cursor = cursors.length === 1 ? readCursor(this.#list, cursors[0]!) : undefined
    if (!cursor) {
      if (cursors.length > 1) return this.#invalid('is given more than once', size)
      return this.#invalid(
        cursors[0] === '' ? 'is empty' : 'holds a cursor that this mock never issued',
        size,
      )
    }
    const lifetime = this.#settings['cursor.lifetime']
    const { issuedAt = Infinity } = cursor
    if (lifetime !== 'forever' && issuedAt + lifetime * 1000 <= this.#now()) {
      return this.#invalid(`holds a cursor that was good for ${lifetime} seconds, which are over`, size)
    }
    const page = this.#page(cursor.key, size)
    return lifetime === 'forever' ? page : { ...page, assumed: [...page.assumed, 'cursor.lifetime'] }
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

  #page(start: Start, size: number): RenderedBody {
    if (this.#keptVersion !== this.#data.version) {
      this.#dropKept()
      this.#keptVersion = this.#data.version
    }
    const key = typeof start === 'symbol' ? start : `${size} ${start === undefined ? '' : `>${start}`}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const page = this.#render(start, size)
    // The cursor contains the time, so it is different in every response.
    if (this.#settings['cursor.lifetime'] !== 'forever') return page
    if (this.#kept.size >= MAX_KEPT_PAGES || this.#keptBytes > MAX_KEPT_BYTES) this.#dropKept()
    this.#kept.set(key, page)
    // Clients choose the keys, which may be longer than the bodies. A character needs up to two bytes.
    this.#keptBytes += page.body.length + (typeof key === 'string' ? 2 * key.length : 0)
    return page
  }

  #dropKept(): void {
    this.#kept.clear()
    this.#keptBytes = 0
  }

  #render(start: Start, size: number): RenderedBody {
    const name = this.#name
    const order = this.#settings[`${name}.order`]
    const empty = this.#settings[`${name}.empty`]
    const lastPage = this.#settings[`${name}.lastPage`]
    const { records, more, lastKey } =
      start === AFTER_THE_LAST
        ? { records: [], more: false, lastKey: undefined }
        : this.#data.listAfter(name, order, start, size)
    const none = records.length === 0 && this.#data.listAfter(name, 'id', undefined, 1).records.length === 0
    const hasMore = this.#settings['extras.hasMore'] === 'present'
    const body: { data?: unknown; nextPage?: string | null; hasMore?: boolean } = {}
    if (!none || empty === 'array') body.data = records
    else if (empty === 'null') body.data = null
    if (more) body.nextPage = this.#cursor(lastKey!)
    else if (lastPage === 'null') body.nextPage = null
    if (hasMore) body.hasMore = more
    const place =
      start === undefined ? (more ? 'page.first' : 'page.only') : more ? 'page.middle' : 'page.last'
    return {
      // Encoding a page takes as long as the rest of the answer, so the cache holds encoded pages.
      body: this.#encoder.encode(JSON.stringify(body)),
      shapes: [
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

  #cursor(key: string): string {
    const ages = this.#settings['cursor.lifetime'] !== 'forever'
    const issuedAt = ages ? Math.ceil(this.#now()) : undefined
    return issueCursor({ list: this.#list, key, issuedAt })
  }
}
