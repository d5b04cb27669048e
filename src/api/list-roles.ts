import type { Settings } from '../contract/assumptions.js'
import { issueCursor, readCursor } from './cursor.js'
import type { ApiData } from './ports.js'
import { invalidCursor, type Refusal } from './refusal.js'

/** Text of pages that is kept: enough to walk a thousand pages of 100 again and again. */
const MOST_KEPT_CHARACTERS = 8_000_000

/** The same as an empty page, whatever the roles are. */
const AFTER_THE_LAST = Symbol('after the last')

/** Where a page starts: behind the role with this id, at the first, or behind the last. */
type Start = string | undefined | typeof AFTER_THE_LAST

/** Writes the pages of the list of roles. */
export class RolePages {
  readonly #data: ApiData
  readonly #settings: Settings
  readonly #kept = new Map<Start, string>()
  #keptCharacters = 0
  #keptVersion = -1

  constructor(data: ApiData, settings: Settings) {
    this.#data = data
    this.#settings = settings
  }

  /** What is not looked at in a query, in words; nothing when all of it is. */
  ignored(query: string): string | undefined {
    const others = query
      .split('&')
      .some((parameter) => parameter !== '' && !/^nextPage(?:=|$)/.test(parameter))
    return others ? 'Query parameters other than nextPage are ignored (roles.unknownQuery).' : undefined
  }

  /** The body of the page that the query asks for, or the refusal. */
  answer(query: string): string | Refusal {
    const given = query === '' ? [] : new URLSearchParams(query).getAll('nextPage')
    if (given.length === 0) return this.#page(undefined)
    const start = given.length === 1 ? readCursor(given[0]!) : undefined
    return start === undefined ? this.#invalid(given) : this.#page(start)
  }

  #invalid(given: readonly string[]): string | Refusal {
    switch (this.#settings['cursor.invalid']) {
      case 'first-page':
        return this.#page(undefined)
      case 'empty-page':
        return this.#page(AFTER_THE_LAST)
      case '400': {
        if (given.length > 1) return invalidCursor('is given more than once')
        return invalidCursor(given[0] === '' ? 'is empty' : 'holds a cursor that this mock never issued')
      }
    }
  }

  #page(start: Start): string {
    if (this.#keptVersion !== this.#data.version || this.#keptCharacters > MOST_KEPT_CHARACTERS) {
      this.#kept.clear()
      this.#keptCharacters = 0
      this.#keptVersion = this.#data.version
    }
    const kept = this.#kept.get(start)
    if (kept !== undefined) return kept
    const text = this.#write(start)
    this.#kept.set(start, text)
    this.#keptCharacters += text.length
    return text
  }

  #write(start: Start): string {
    const { records, more } =
      start === AFTER_THE_LAST
        ? { records: [], more: false }
        : this.#data.rolesAfter(start, this.#settings['roles.pageSize'])
    const none = records.length === 0 && this.#data.rolesAfter(undefined, 1).records.length === 0
    const body: { data?: unknown; nextPage?: string | null } = {}
    if (!none || this.#settings['roles.empty'] === 'array') body.data = records
    else if (this.#settings['roles.empty'] === 'null') body.data = null
    if (more) body.nextPage = issueCursor(records.at(-1)!.id)
    else if (this.#settings['roles.lastPage'] === 'null') body.nextPage = null
    return JSON.stringify(body)
  }
}
