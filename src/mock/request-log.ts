import * as z from 'zod/mini'
import {
  ConflictError,
  InvalidOptionError,
  RequestLogOverflowError,
  WaitTimeoutError,
} from '../common/errors.js'
import { checkOptions, optionsSchema } from '../common/check-options.js'
import { memoize } from '../common/memoize.js'
import { preview } from '../common/text.js'
import type { CompiledApi } from '../contract/compile.js'
import { checkWhere, createTest, type DeepPartial } from '../dataset/where.js'
import { keepReceived, requestCounter } from './received-requests.js'
import type { Answer, ApiRequest } from '../api/answer.js'
import { targetOf } from '../api/match-path.js'
import type { Events } from './events.js'
import { getEntry, requestEntrySchema, type KeptRequest, type RequestEntry } from './request-entry.js'
import { keptBody, toSentResponse, type SentResponse } from './sent-response.js'
import { delay } from './timers.js'

/** Selects entries: by some of their members, or by a predicate. */
export type EntryWhereOf<Entry> = DeepPartial<Entry> | ((entry: Entry) => unknown)

export type EntryWhere = EntryWhereOf<RequestEntry>

/** The request log of a mock: the requests that it answered, oldest first. @typeParam Entry An entry. */
export interface RequestsOf<Entry> {
  /** Returns all entries, oldest first. */
  all(): Entry[]
  /**
   * Returns the first matching entry, or `undefined`.
   *
   * @throws RequestLogOverflowError If no entry matches, but entries were dropped.
   * @example
   * expect(mock.requests.find({ operation: 'listRoles' })).toMatchObject({ status: 200 })
   */
  find(where: EntryWhereOf<Entry>): Entry | undefined
  /**
   * Returns all matching entries, oldest first.
   *
   * @throws RequestLogOverflowError If entries were dropped, so that some might be missing.
   */
  findMany(where?: EntryWhereOf<Entry>): Entry[]
  /**
   * Counts the matching entries, or all without a condition.
   *
   * @throws RequestLogOverflowError If entries were dropped, so that the number could be wrong.
   */
  count(where?: EntryWhereOf<Entry>): number
  /** Returns the newest entry, or `undefined`. */
  last(): Entry | undefined
  /** Removes all entries. */
  clear(): void
  /**
   * Resolves with the first matching entry, or waits for one. `options.timeout` is in milliseconds: 1000 by default,
   * up to 240,000.
   *
   * @throws WaitTimeoutError If no entry matches within the time.
   * @example
   * await mock.requests.waitFor({ operation: 'getVolunteer', status: 404 })
   */
  waitFor(where: EntryWhereOf<Entry>, options?: { readonly timeout?: number }): Promise<Entry>
  /** Number of entries that the full log has dropped since the last `clear()` or `reset()`. */
  readonly dropped: number
  /**
   * Returns the response to a request, or `undefined`. Of the response of a custom handler, only the status is known.
   *
   * `undefined` if the log does not have the request, or there was no response.
   *
   * @param id The `id` of the entry.
   * @throws InvalidOptionError If the id is not a number.
   */
  response(id: number): SentResponse | undefined
}

export interface Requests extends RequestsOf<RequestEntry> {}

const DEFAULT_CAPACITY = 1000
export const MAX_CAPACITY = 100_000
/** Only the newest entries keep the body of the response, so that a large log does not need much memory. */
const MAX_BODIES = 1000
const DEFAULT_TIMEOUT = 1000
/** Node's `fetch` waits five minutes for a response, which limits how long a call over HTTP may take. */
export const MAX_TIMEOUT = 240_000
const MAX_SHOWN = 5

/** @throws InvalidOptionError For an unknown member, or a value that the member never has. */
export function createEntryTest(api: CompiledApi, where: EntryWhere): (entry: RequestEntry) => boolean {
  const expected = 'an object with members of an entry, or a function'
  return createTest<RequestEntry>(checkWhere(where, requestEntrySchema(api), expected))
}

export function describeWhere(where: EntryWhere): string {
  return typeof where === 'function' ? 'the predicate' : preview(where)
}

const TIMEOUT = `must be a number of milliseconds from 0 to ${MAX_TIMEOUT}`

const waitOptions = optionsSchema<{ readonly timeout?: number }>({
  timeout: z.optional(z.number(TIMEOUT).check(z.minimum(0, TIMEOUT), z.maximum(MAX_TIMEOUT, TIMEOUT))),
})

const OLD_BODY = `The body is no longer kept: only the newest ${MAX_BODIES} entries have one.`

const HIDDEN = '…'

/** Removes everything from a URL that may be a secret: credentials, the fragment, and all query values except the cursor. */
const withoutSecrets = memoize((url) => {
  if (!/[?#@]/.test(url)) return url
  const { path, query } = targetOf(url)
  if (query === '') return `http://localhost${path}`
  const parameters = query.split('&').map((parameter) => {
    const [name = '', value] = parameter.split(/=(.*)/s)
    if (name === 'nextPage') return parameter
    return value === undefined ? HIDDEN : `${name}=${HIDDEN}`
  })
  return `http://localhost${path}?${parameters.join('&')}`
})

/** Records the answered requests of a mock. */
export class RequestLog implements Requests {
  readonly #api: CompiledApi
  readonly #capacity: number
  readonly #events: Events
  readonly #sandbox: string
  readonly #counter = requestCounter()
  #kept: KeptRequest[] = []
  #nextId = 1
  #dropped = 0
  #isEnded = false

  /** @param capacity Maximum number of entries. With 0, nothing is recorded. */
  constructor(api: CompiledApi, capacity: number | undefined, sandbox: string, events: Events) {
    this.#api = api
    this.#capacity = capacity ?? DEFAULT_CAPACITY
    this.#sandbox = sandbox
    this.#events = events
  }

  /**
   * Records an answer. Must be called before the answer is sent, so that a client that has it finds the entry.
   *
   * @param request Its URL is `-` for a note.
   * @param start When the request arrived, from `performance.now()`.
   */
  record(
    { method, url }: Pick<ApiRequest, 'method' | 'url'>,
    answer: Answer,
    start = performance.now(),
  ): void {
    this.#counter.count++
    const isObserved = this.#events.isObserved
    const id = this.#nextId++
    if (this.#capacity === 0) this.#dropped++
    if (this.#capacity === 0 && !isObserved) return
    const durationMs = performance.now() - start
    const time = Date.now() - Math.round(durationMs)
    const sandbox = this.#sandbox
    const kept: KeptRequest = { id, time, durationMs, method, url: withoutSecrets(url), sandbox, answer }
    if (this.#capacity > 0) this.#keep(kept)
    const isNoted = answer.note !== undefined && answer.status !== 0
    if (answer.refusal !== undefined || isNoted) keepReceived(getEntry(kept))
    if (isObserved) this.#events.emit({ type: 'request', entry: getEntry(kept) })
  }

  #keep(kept: KeptRequest): void {
    this.#kept.push(kept)
    if (this.#kept.length > this.#capacity) {
      this.#kept.shift()
      this.#dropped++
    }
    const old = this.#kept.at(-1 - MAX_BODIES)
    if (!old) return
    const { body, omitted } = keptBody(old.answer)
    old.answer = { ...old.answer, body: null, failure: undefined, omitted: body ? OLD_BODY : omitted }
  }

  response(id: number): SentResponse | undefined {
    if (!Number.isInteger(id)) throw new InvalidOptionError('the id of a request must be a whole number')
    const kept = this.#kept.find((each) => each.id === id)
    return kept?.answer.status ? toSentResponse(kept.answer) : undefined
  }

  /** Records something that is not a request, for the developer. */
  note(note: string): void {
    this.record({ method: '-', url: '-' }, { status: 0, headers: {}, body: null, note })
  }

  get dropped(): number {
    return this.#dropped
  }

  all(): RequestEntry[] {
    return this.#kept.map(getEntry)
  }

  find(where: EntryWhere): RequestEntry | undefined {
    const found = this.all().find(createEntryTest(this.#api, where))
    if (!found) this.#checkComplete()
    return found
  }

  findMany(where: EntryWhere = {}): RequestEntry[] {
    const test = createEntryTest(this.#api, where)
    this.#checkComplete()
    return this.all().filter(test)
  }

  count(where: EntryWhere = {}): number {
    return this.findMany(where).length
  }

  last(): RequestEntry | undefined {
    const newest = this.#kept.at(-1)
    return newest && getEntry(newest)
  }

  clear(): void {
    this.#kept = []
    this.#dropped = 0
    this.#events.change('requests')
  }

  /** @param signals End the wait when they abort. */
  async waitFor(
    where: EntryWhere,
    options: { readonly timeout?: number } = {},
    signals: readonly AbortSignal[] = [],
  ): Promise<RequestEntry> {
    const test = createEntryTest(this.#api, where)
    checkOptions(waitOptions, options)
    const { timeout = DEFAULT_TIMEOUT } = options
    const present = this.all().find(test)
    if (present) return present
    const entry = await this.#next(test, timeout, signals)
    if (entry) return entry
    if (this.#isEnded) {
      throw new ConflictError(
        `the sandbox "${this.#sandbox}" was removed or replaced during the wait for a request`,
      )
    }
    if (signals.some(({ aborted }) => aborted)) {
      throw new ConflictError('the server was stopped during the wait for a request')
    }
    const newest = this.all().slice(-MAX_SHOWN)
    const lines = newest.map(({ method, path, status }) => `${method} ${preview(path)} ${status}`)
    const others =
      lines.length === 0 ? 'There were no requests.' : `The last requests were: ${lines.join(', ')}.`
    const dropped =
      this.#dropped === 0 ? '' : ` Earlier entries that the request log has dropped: ${this.#dropped}.`
    throw new WaitTimeoutError(
      `no request matched ${describeWhere(where)} within ${timeout} ms. ${others}${dropped}`,
    )
  }

  /** Ends all waits, because the mock gets no more requests. */
  end(): void {
    this.#isEnded = true
    this.#events.emit({ type: 'end' })
  }

  /** Waits for a later entry. Resolves with `undefined` after the time, or when a signal aborts. */
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
      if (event.type === 'end') wake()
      try {
        if (found || event.type !== 'request' || !test(event.entry)) return
        found = event.entry
      } catch (error) {
        failure ??= error as Error
      }
      wake()
    })
    for (const signal of signals) signal.addEventListener('abort', wake)
    if (this.#isEnded || signals.some(({ aborted }) => aborted)) wake()
    await delay(ms, waiting.signal)
    for (const signal of signals) signal.removeEventListener('abort', wake)
    unsubscribe()
    if (failure) throw failure
    return found
  }

  #checkComplete(): void {
    if (this.#dropped === 0) return
    const advice =
      this.#capacity === 0
        ? 'The request log is off: remove "requestLogSize: 0"'
        : 'Call mock.requests.clear() before the part that you test, or raise the option "requestLogSize"'
    throw new RequestLogOverflowError(
      `the request log has dropped ${this.#dropped} of ${this.#dropped + this.#kept.length} entries, so the result could be wrong. ${advice}.`,
    )
  }
}
