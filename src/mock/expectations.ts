import { formatRequest } from '../common/format-request.js'
import type { CompiledApi } from '../contract/compile.js'
import type { ActiveFault } from './faults.js'
import type { RequestEntry } from './request-entry.js'
import { createEntryTest, describeWhere, type EntryWhere, type EntryWhereOf } from './request-log.js'

/** What a test says about its requests. */
export interface ExpectedRequestsOf<Entry> {
  /**
   * Says that the test sends a matching request. If it does not, the test fails at its end. With `strict`, a refused request
   * that no call expects fails the test, too.
   *
   * @throws InvalidOptionError For an unknown member, or a value that the member never has.
   * @example
   * mock.requests.expect({ status: 403 })
   */
  readonly expect: (where: EntryWhereOf<Entry>) => void
}

export interface ExpectedRequests extends ExpectedRequestsOf<RequestEntry> {}

/** A mock of a test, whose `requests` also have `expect`. */
export type ExpectingOf<Mock, Entry> = Mock & {
  /** The request log of the test, and what the test expects of it. */
  readonly requests: ExpectedRequestsOf<Entry>
}

export type Expecting<Mock> = ExpectingOf<Mock, RequestEntry>

type MaybePromise<Value> = Value | Promise<Value>

/** What is read of the mock of a test at its end. The mock may be elsewhere, and then all members return promises. */
interface TestedMock {
  readonly requests: {
    readonly all: () => MaybePromise<readonly RequestEntry[]>
    readonly dropped: MaybePromise<number>
  }
  readonly faults: { readonly all: MaybePromise<readonly ActiveFault[]> }
}

/** What is known at the end of a test. */
interface TestEnd {
  readonly entries: readonly RequestEntry[]
  /** Number of entries that the request log has dropped. */
  readonly dropped: number
  readonly faults: readonly ActiveFault[]
  readonly unhandled: readonly string[]
}

/** The test was green by accident: a request was refused, or something that it prepared did not happen. */
export class StrictError extends Error {
  override readonly name = 'StrictError'
}

/** What one test expects. */
export class Expectations implements ExpectedRequests {
  #expected: { readonly what: string; readonly matches: (entry: RequestEntry) => boolean }[] = []
  #initialFaults: readonly string[] = []
  readonly #api: CompiledApi

  constructor(api: CompiledApi) {
    this.#api = api
  }

  readonly expect = (where: EntryWhere): void => {
    this.#expected.push({ what: describeWhere(where), matches: createEntryTest(this.#api, where) })
  }

  /** Starts a test. @param faults Those that the test has not added. */
  start(faults: readonly ActiveFault[]): void {
    this.#expected = []
    this.#initialFaults = faults.map(({ id }) => id)
  }

  /**
   * Returns the error of a test that has passed but should not have. Call it before the mock is reset.
   *
   * @param unhandled Requests that no handler of msw matched: `GET https://reg.example.com/api/v0/role`.
   */
  async errorOf(
    { requests, faults }: TestedMock,
    isStrict: boolean,
    unhandled: readonly string[] = [],
  ): Promise<StrictError | undefined> {
    // Most tests need no request to the server of the mock for this.
    if (!isStrict && this.#expected.length === 0) return undefined
    const [entries, dropped, inUse] = await Promise.all([requests.all(), requests.dropped, faults.all])
    const end: TestEnd = { entries, dropped, faults: inUse, unhandled }
    const problems = [...this.#missing(end), ...(isStrict ? this.#accidents(end) : [])]
    return problems.length === 0 ? undefined : new StrictError(problems.join('\n'))
  }

  #missing({ entries }: TestEnd): string[] {
    return this.#expected
      .filter(({ matches }) => !entries.some(matches))
      .map(({ what }) => `The test expects a request that it did not send: ${what}.`)
  }

  #accidents({ entries, dropped, faults, unhandled }: TestEnd): string[] {
    // The status of a fault and the errors of custom handlers are what the test wanted.
    const refused = entries.filter(
      (entry) =>
        ![undefined, 'fault'].includes(entry.refusal?.code) &&
        !this.#expected.some(({ matches }) => matches(entry)),
    )
    const unused = faults.filter(({ id, hits }) => hits === 0 && !this.#initialFaults.includes(id))
    return [
      ...(refused.length === 0
        ? []
        : [
            'conmock refused requests of the test. If it expects that, say mock.requests.expect({ status: … }):',
            ...refused.map((entry) => formatRequest(entry)),
          ]),
      ...unhandled.map((request) => `No handler matched ${request}, so the request failed.`),
      ...unused.map(
        ({ operation, when, effect }) =>
          `No request met the fault ${JSON.stringify({ operation, when, effect })}.`,
      ),
      ...(dropped === 0
        ? []
        : [
            `The request log has dropped ${dropped} entries. Their requests may have been refused: raise "requestLogSize".`,
          ]),
    ]
  }
}
