import * as z from 'zod/mini'
import {
  ConflictError,
  InvalidOptionError,
  RequestLogOverflowError,
  WaitTimeoutError,
} from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { checkOptions, optionsSchema, unknownOption } from '../common/check-options.js'
import { preview } from '../common/text.js'
import { copyOf, matches, type DeepPartial } from '../dataset/where.js'
import { countRequests, reportRefused } from '../coverage/explain-failures.js'
import type { Events } from './events.js'
import {
  toRequestEntry,
  withoutSecrets,
  type AnswerDetails,
  type RequestEntry,
  StoredEntry,
} from './request-entry.js'
import {
  isTooLong,
  MAX_BODIES_BYTES,
  sizeOf,
  toSentResponse,
  type KeptResponse,
  type SentResponse,
} from './sent-response.js'
import { delay } from './timers.js'

/** Selects entries: by some of their members, or by a predicate. */
export type EntryWhere = DeepPartial<RequestEntry> | ((entry: RequestEntry) => unknown)

/** The request log of a mock: the requests that it answered, oldest first. */
export interface Requests {
  /** Returns all entries, oldest first. */
  all(): RequestEntry[]
  /**
   * Returns the first matching entry, or `undefined`.
   *
   * @throws RequestLogOverflowError If no entry matches, but entries were dropped.
   * @example
   * expect(mock.requests.find({ operation: 'listRoles' })).toMatchObject({ status: 200 })
   */
  find(where: EntryWhere): RequestEntry | undefined
  /**
   * Returns all matching entries, oldest first.
   *
   * @throws RequestLogOverflowError If entries were dropped, so that some might be missing.
   */
  findMany(where?: EntryWhere): RequestEntry[]
  /**
   * Counts the matching entries. Without a condition, counts all entries.
   *
   * @throws RequestLogOverflowError If entries were dropped, so that the number could be wrong.
   */
  count(where?: EntryWhere): number
  /** Returns the newest entry, or `undefined`. */
  last(): RequestEntry | undefined
  /** Removes all entries. */
  clear(): void
  /**
   * Resolves with the first matching entry. If no entry matches yet, waits for a later request: at most `options.timeout`
   * milliseconds, by default 1000, and not more than 240,000.
   *
   * @throws WaitTimeoutError If no entry matches within the time.
   * @throws ConflictError If a server replaces or removes the mock meanwhile.
   * @example
   * await mock.requests.waitFor({ operation: 'getVolunteer', status: 404 })
   */
  waitFor(where: EntryWhere, options?: { readonly timeout?: number }): Promise<RequestEntry>
  /** Number of entries that were dropped since the last `clear()` or `reset()`, because the request log was full. */
  readonly dropped: number
  /**
   * Returns the response that was sent to a request. `undefined` if the log does not have the request, or there was no
   * response. Values of headers that may be secret are hidden.
   *
   * @param id The `id` of the entry.
   * @throws InvalidOptionError If the id is not a number.
   */
  response(id: number): SentResponse | undefined
}

const DEFAULT_CAPACITY = 1000
export const MAX_CAPACITY = 1_000_000
const DEFAULT_TIMEOUT = 1000
/** Node's `fetch` waits five minutes for a response, which limits how long a call over HTTP may take. */
const MAX_TIMEOUT = 240_000
const MAX_SHOWN = 5

const example = toRequestEntry(Object.assign(new StoredEntry(), { refusal: '' }), '')

/** A misspelled member would match nothing, so it is an error. */
function checkNames(condition: object, known: object, name: string): void {
  const fields = Object.keys(known)
  const unknown = Object.keys(condition).find((field) => !fields.includes(field))
  if (unknown !== undefined) throw unknownOption(unknown, fields, name)
}

/**
 * Converts a condition to a test. A misspelled member would match nothing, so it is an error.
 *
 * @throws InvalidOptionError For an unknown member.
 */
function createEntryTest(where: EntryWhere): (entry: RequestEntry) => boolean {
  if (typeof where === 'function') return (entry) => Boolean(where(entry))
  if (!isPlainObject(where)) {
    throw new InvalidOptionError('the condition must be an object with members of an entry, or a function')
  }
  checkNames(where, example, 'where')
  if (isPlainObject(where['refusal'])) checkNames(where['refusal'], example.refusal!, 'where.refusal')
  const wanted = copyOf(where)
  return (entry) => matches(entry, wanted)
}

const TIMEOUT = `must be a number of milliseconds from 0 to ${MAX_TIMEOUT}`

const waitOptions = optionsSchema<{ readonly timeout?: number }>({
  timeout: z.optional(z.number(TIMEOUT).check(z.minimum(0, TIMEOUT), z.maximum(MAX_TIMEOUT, TIMEOUT))),
})

/**
 * Returns how long `waitFor` waits, in milliseconds.
 *
 * @throws InvalidOptionError For an unknown option or an invalid timeout.
 */
function checkTimeout(options: { readonly timeout?: number } = {}): number {
  checkOptions(waitOptions, options)
  return options.timeout ?? DEFAULT_TIMEOUT
}

/** Creates the error for `waitFor`. It shows the newest of the entries. */
function createTimeoutError(
  where: EntryWhere,
  timeout: number,
  entries: readonly RequestEntry[],
): WaitTimeoutError {
  const what = typeof where === 'function' ? 'the predicate' : preview(where)
  const newest = entries.slice(-MAX_SHOWN)
  const lines = newest.map(({ method, path, status }) => `${method} ${path} ${status}`)
  const others =
    lines.length === 0 ? 'There were no requests.' : `The last requests were: ${lines.join(', ')}.`
  return new WaitTimeoutError(`no request matched ${what} within ${timeout} ms. ${others}`)
}

/** Records the answered requests of a mock in a ring buffer. */
export class RequestLog implements Requests {
  readonly #capacity: number
  readonly #events: Events
  readonly #sandbox: string
  #ring: StoredEntry[] = []
  /** Id of the next entry. */
  #nextId: number
  /** Id of the oldest entry that `clear` has not removed. */
  #first: number
  /** Size of all bodies that are kept. */
  #bodyBytes = 0
  /** Id of the oldest entry whose body was not dropped. */
  #firstBody: number
  #droppedBodies = 0

  /**
   * @param capacity Maximum number of entries. With 0, nothing is recorded.
   * @param nextId Id of the first entry.
   */
  constructor(capacity: number | undefined, sandbox: string, events: Events, nextId = 1) {
    this.#capacity = capacity ?? DEFAULT_CAPACITY
    this.#sandbox = sandbox
    this.#events = events
    this.#nextId = nextId
    this.#first = nextId
    this.#firstBody = nextId
  }

  /** Id of the next entry. */
  get nextId(): number {
    return this.#nextId
  }

  /**
   * Records an answer. Must be called before the answer is sent, so that a client that has it finds the entry.
   *
   * @param url The URL of the request, or `-` for a note.
   * @param start When the request arrived, from `performance.now()`.
   */
  record(method: string, url: string, answer: AnswerDetails, start = performance.now()): void {
    countRequests(1)
    const isObserved = this.#events.isObserved
    const id = this.#nextId++
    if (this.#capacity === 0 && !isObserved) return
    const durationMs = performance.now() - start
    const stored =
      this.#capacity === 0 ? new StoredEntry() : (this.#ring[id % this.#capacity] ??= new StoredEntry())
    stored.id = id
    stored.time = Date.now() - Math.round(durationMs)
    stored.durationMs = durationMs
    stored.method = method
    stored.url = withoutSecrets(url)
    stored.status = answer.status
    stored.refusal = answer.refusal
    stored.hint = answer.hint
    stored.note = answer.note
    stored.fault = answer.fault
    stored.token = answer.caller?.name
    stored.scopes = answer.caller?.scopes
    stored.coverageKey = answer.coverageKey
    if (this.#capacity > 0) this.#keepResponse(stored, answer)
    if (answer.refusal !== undefined) reportRefused(() => toRequestEntry(stored, this.#sandbox))
    if (isObserved) this.#events.emit({ type: 'request', entry: toRequestEntry(stored, this.#sandbox) })
  }

  /** Keeps references to the headers and the body of a response, and drops the oldest bodies if there are too many. */
  #keepResponse(stored: StoredEntry, { headers, body, omission, failure, coverageKey }: AnswerDetails): void {
    // The entry has replaced an older one, which had a body, too.
    this.#bodyBytes -= sizeOf(stored.body)
    stored.headers = headers
    const start = failure?.kind === 'truncateBody' ? failure.start : undefined
    const sent = failure ? start : body
    stored.omission =
      coverageKey?.endpoint === 'token' ? 'token' : sent && isTooLong(sent) ? 'tooLong' : omission
    stored.body = stored.omission === undefined ? sent : undefined
    this.#bodyBytes += sizeOf(stored.body)
    while (this.#bodyBytes > MAX_BODIES_BYTES) this.#dropOldestBody()
  }

  #dropOldestBody(): void {
    this.#firstBody = Math.max(this.#firstBody, this.#first + this.dropped)
    const oldest = this.#ring[this.#firstBody++ % this.#capacity]!
    if (!oldest.body) return
    this.#bodyBytes -= sizeOf(oldest.body)
    oldest.body = undefined
    oldest.omission = 'dropped'
    this.#droppedBodies++
  }

  /** Adds the body of a response that was not known when the entry was recorded. */
  addBody(id: number, kept: KeptResponse): void {
    const stored = this.#ring[id % this.#capacity]
    if (stored?.id === id && id >= this.#firstBody)
      this.#keepResponse(stored, { ...kept, status: stored.status })
  }

  response(id: number): SentResponse | undefined {
    if (!Number.isInteger(id)) throw new InvalidOptionError('the id of a request must be a whole number')
    if (!(id >= this.#first + this.dropped && id < this.#nextId)) return undefined
    const stored = this.#ring[id % this.#capacity]
    return stored?.status ? toSentResponse(stored.status, stored, this.#droppedBodies) : undefined
  }

  /** Records something that is not a request, for the developer. */
  note(note: string): void {
    this.record('-', '-', { status: 0, note })
  }

  get dropped(): number {
    return Math.max(0, this.#nextId - this.#first - this.#capacity)
  }

  *#entries(): Generator<RequestEntry> {
    for (let id = this.#first + this.dropped; id < this.#nextId; id++) {
      yield toRequestEntry(this.#ring[id % this.#capacity]!, this.#sandbox)
    }
  }

  all(): RequestEntry[] {
    return [...this.#entries()]
  }

  find(where: EntryWhere): RequestEntry | undefined {
    const test = createEntryTest(where)
    for (const entry of this.#entries()) if (test(entry)) return entry
    this.#checkComplete()
    return undefined
  }

  findMany(where: EntryWhere = {}): RequestEntry[] {
    const test = createEntryTest(where)
    this.#checkComplete()
    return this.all().filter(test)
  }

  count(where: EntryWhere = {}): number {
    return this.findMany(where).length
  }

  last(): RequestEntry | undefined {
    const stored = this.#nextId > this.#first ? this.#ring[(this.#nextId - 1) % this.#capacity] : undefined
    return stored && toRequestEntry(stored, this.#sandbox)
  }

  clear(): void {
    this.#ring = []
    this.#first = this.#nextId
    this.#bodyBytes = 0
    this.#droppedBodies = 0
    this.#events.change('requests')
  }

  /** @param signals End the wait when they abort. */
  async waitFor(
    where: EntryWhere,
    options?: { readonly timeout?: number },
    signals: readonly AbortSignal[] = [],
  ): Promise<RequestEntry> {
    const test = createEntryTest(where)
    const timeout = checkTimeout(options)
    for (const entry of this.#entries()) if (test(entry)) return entry
    const entry = await this.#next(test, timeout, signals)
    if (entry) return entry
    if (signals.some(({ aborted }) => aborted)) {
      throw new ConflictError('the server was stopped during the wait for a request')
    }
    throw createTimeoutError(where, timeout, this.all())
  }

  /**
   * Waits for a later entry. Resolves with `undefined` after the time, or when a signal aborts.
   *
   * @throws ConflictError If the mock is replaced or removed meanwhile.
   */
  async #next(
    test: (entry: RequestEntry) => boolean,
    ms: number,
    signals: readonly AbortSignal[],
  ): Promise<RequestEntry | undefined> {
    const waiting = new AbortController()
    const wake = () => waiting.abort()
    let found: RequestEntry | undefined
    let failure: Error | undefined
    const unsubscribe = this.#events.subscribe((event) => {
      try {
        if (event.type === 'end') throw new ConflictError(event.reason)
        if (found || event.type !== 'request' || !test(event.entry)) return
        found = event.entry
      } catch (error) {
        failure ??= error as Error
      }
      wake()
    })
    for (const signal of signals) signal.addEventListener('abort', wake)
    if (signals.some(({ aborted }) => aborted)) wake()
    await delay(ms, waiting.signal)
    for (const signal of signals) signal.removeEventListener('abort', wake)
    unsubscribe()
    if (failure) throw failure
    return found
  }

  #checkComplete(): void {
    if (this.dropped === 0) return
    const advice =
      this.#capacity === 0
        ? 'The request log is off: remove "requestLogSize: 0"'
        : 'Call mock.requests.clear() before the part that you test, or raise the option "requestLogSize"'
    throw new RequestLogOverflowError(
      `the request log has dropped ${this.dropped} of ${this.#nextId - this.#first} entries, so the result could be wrong. ${advice}.`,
    )
  }
}
