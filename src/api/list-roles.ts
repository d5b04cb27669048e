import type { AssumptionName, Settings } from '../contract/assumptions.js'
import type { ShapeName } from '../contract/shapes.js'
import { issueCursor, readCursor } from './cursor.js'
import type { ApiData } from './ports.js'
import { invalidCursor, type Refusal } from './refusal.js'
import { readRoleQuery, type RoleQuery } from './role-query.js'

/** Limits on the pages that are kept: enough to walk a thousand pages of 100 again and again. */
const MAX_KEPT_PAGES = 1000
const MAX_KEPT_BYTES = 8_000_000

/** The same as an empty page, whatever the roles are. */
const AFTER_THE_LAST = Symbol('after the last')

/** Where a page starts: behind the role at this place of the order, at the first, or behind the last. */
type Start = string | undefined | typeof AFTER_THE_LAST

/** A successful answer's body, what it shows, and what it rests on. */
export interface Written {
  /** As bytes where that saves time: see `RolePages`. */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly shapes: readonly ShapeName[]
  readonly assumed: readonly AssumptionName[]
  /** What a developer should know of it, in words for a log. */
  readonly note?: string
}

/** Writes the pages of the list of roles. */
export class RolePages {
  readonly #data: ApiData
  readonly #settings: Settings
  readonly #now: () => number
  readonly #list: string
  readonly #encoder = new TextEncoder()
  readonly #kept = new Map<string | symbol, Written>()
  #keptBytes = 0
  #keptVersion = -1

  /** @param now The time, in milliseconds since 1970. */
  constructor(data: ApiData, settings: Settings, now: () => number) {
    this.#data = data
    this.#settings = settings
    this.#now = now
    this.#list = `roles by ${settings['roles.order']}`
  }

  /** The body of the page that the query asks for, or the refusal. */
  answer(text: string): Written | Refusal {
    if (text === '') return this.#page(undefined, this.#settings['roles.pageSize'])
    const query = readRoleQuery(text, this.#settings)
    if ('detail' in query) return query
    const page = this.#pageFor(query)
    if ('detail' in page || query.assumed.length === 0) return page
    const assumed = [...new Set([...page.assumed, ...query.assumed])]
    return { ...page, assumed, ...(query.note === undefined ? {} : { note: query.note }) }
  }

  #pageFor({ cursors, size }: RoleQuery): Written | Refusal {
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

  #invalid(what: string, size: number): Written | Refusal {
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

  #page(start: Start, size: number): Written {
    if (this.#keptVersion !== this.#data.version) {
      this.#dropKept()
      this.#keptVersion = this.#data.version
    }
    const key = typeof start === 'symbol' ? start : `${size} ${start === undefined ? '' : `>${start}`}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const page = this.#write(start, size)
    // A cursor that ages is another with every moment.
    if (this.#settings['cursor.lifetime'] !== 'forever') return page
    if (this.#kept.size >= MAX_KEPT_PAGES || this.#keptBytes > MAX_KEPT_BYTES) this.#dropKept()
    this.#kept.set(key, page)
    // Clients choose the keys, which may be longer than the bodies. A character takes up to two bytes.
    this.#keptBytes += page.body.length + (typeof key === 'string' ? 2 * key.length : 0)
    return page
  }

  #dropKept(): void {
    this.#kept.clear()
    this.#keptBytes = 0
  }

  #write(start: Start, size: number): Written {
    const { 'roles.order': order, 'roles.empty': empty, 'roles.lastPage': lastPage } = this.#settings
    const { records, more, lastKey } =
      start === AFTER_THE_LAST
        ? { records: [], more: false, lastKey: undefined }
        : this.#data.rolesAfter(order, start, size)
    const none = records.length === 0 && this.#data.rolesAfter('id', undefined, 1).records.length === 0
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
      // A page is long enough for its encoding to cost as much as all else of an answer, so that is done once as well.
      body: this.#encoder.encode(JSON.stringify(body)),
      shapes: [
        place,
        ...(more ? [] : [`end.${lastPage}` as const]),
        ...(none ? [`roles.${empty}` as const] : []),
      ],
      assumed: [
        'roles.pageSize',
        'roles.order',
        ...(more ? [] : ['roles.lastPage' as const]),
        ...(none ? ['roles.empty' as const] : []),
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
