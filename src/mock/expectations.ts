import { formatRequest } from '../common/format-request.js'
import type { ActiveFault } from './faults.js'
import type { RequestEntry } from './request-entry.js'
import { createEntryTest, describeWhere, type EntryWhere } from './request-log.js'

/** What a test says about its requests. */
export interface ExpectedRequests {
  /**
   * Says that the test sends a matching request. If it does not, the test fails at its end. With `strict`, a refused request
   * that no call expects fails the test, too.
   *
   * @throws InvalidOptionError For an unknown member, or a value that the member never has.
   * @example
   * mock.requests.expect({ status: 403 })
   */
  readonly expect: (where: EntryWhere) => void
}

/** A mock of a test, whose `requests` also have `expect`. */
export type Expecting<Mock> = Mock & { readonly requests: ExpectedRequests }

/** What is known at the end of a test that has passed. */
export interface TestEnd {
  readonly entries: readonly RequestEntry[]
  /** Number of entries that the request log has dropped. */
  readonly dropped: number
  readonly faults: readonly ActiveFault[]
  /** Requests that no handler matched: `GET https://reg.example.com/api/v0/role`. Only msw has them. */
  readonly unhandled?: readonly string[]
}

/** The test was green by accident: a request was refused, or something that it prepared did not happen. */
export class StrictError extends Error {
  override readonly name = 'StrictError'
}

/** What one test expects. */
export class Expectations implements ExpectedRequests {
  #expected: { readonly what: string; readonly matches: (entry: RequestEntry) => boolean }[] = []
  #initialFaults: readonly string[] = []

  readonly expect = (where: EntryWhere): void => {
    this.#expected.push({ what: describeWhere(where), matches: createEntryTest(where) })
  }

  /** Whether the test has said nothing. */
  get isEmpty(): boolean {
    return this.#expected.length === 0
  }

  /** Starts a test. @param faults Those that the test has not added. */
  start(faults: readonly ActiveFault[]): void {
    this.#expected = []
    this.#initialFaults = faults.map(({ id }) => id)
  }

  /** Returns the error of a test that should not have passed. */
  errorOf(end: TestEnd, isStrict: boolean): StrictError | undefined {
    const problems = [...this.#missing(end), ...(isStrict ? this.#accidents(end) : [])]
    return problems.length === 0 ? undefined : new StrictError(problems.join('\n'))
  }

  #missing({ entries }: TestEnd): string[] {
    return this.#expected
      .filter(({ matches }) => !entries.some(matches))
      .map(({ what }) => `The test expects a request that it did not send: ${what}.`)
  }

  #accidents({ entries, dropped, faults, unhandled = [] }: TestEnd): string[] {
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
        : [`The request log has dropped ${dropped} entries, so nobody knows whether they were refused.`]),
    ]
  }
}
