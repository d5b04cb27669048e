import { withMembers } from '../common/freeze.js'
import { formatRequest } from '../common/format-request.js'
import type { CompiledApi } from '../contract/compile.js'
import type { ActiveFault } from '../mock/faults.js'
import type { RequestEntry } from '../mock/request-entry.js'
import { createEntryTest, describeWhere, type EntryWhere, type EntryWhereOf } from '../mock/request-log.js'
import { watchRuns, type RunCause } from './runs.js'
import type { MockCore } from '../mock/mock-core.js'

/** What a test says about its requests. */
export interface ExpectedRequestsOf<Entry> {
  /**
   * Expects the test to send a matching request; otherwise, the test fails at its end. With `strict`, a refused request
   * that no call expects fails the test as well.
   *
   * @throws InvalidOptionError For an unknown member, or a value that the member never has.
   * @example
   * mock.requests.expect({ status: 403 })
   */
  readonly expect: (where: EntryWhereOf<Entry>) => void
}

/** A mock of a test, whose `requests` also have `expect`. */
export type Expecting<Mock> = Mock & {
  /** The request log of the test, and what the test expects of it. */
  readonly requests: ExpectedRequestsOf<RequestEntry>
}

type MaybePromise<Value> = Value | Promise<Value>

/** What is read of the mock of a test at its end. The mock may be elsewhere, and then all members return promises. */
interface TestedMock {
  readonly requests: {
    readonly all: () => MaybePromise<readonly RequestEntry[]>
    readonly dropped: MaybePromise<number>
  }
  readonly faults: { readonly all: MaybePromise<readonly ActiveFault[]> }
}

/** What is known at the end of a test, or of a run of `forEachFault` or `forEachVariant`. */
interface RunEnd {
  readonly entries: readonly RequestEntry[]
  /** Number of entries that the request log has dropped. */
  readonly dropped: number
  readonly faults: readonly ActiveFault[]
  readonly cause: RunCause
}

function describeFault({ operation, when, effect }: ActiveFault): string {
  return JSON.stringify({ operation, when, effect })
}

/** Whether a test has to expect a request. What faults, custom handlers and the variant of a run refuse is what it wanted. */
function isAccident({ refusal, assumed }: RequestEntry, { assumed: variant }: RunCause): boolean {
  if ([undefined, 'fault'].includes(refusal?.code)) return false
  // The assumptions about errors decide how a refusal looks, and not whether there is one.
  return variant === undefined || variant.startsWith('errors.') || !assumed.includes(variant)
}

/** The same request in several runs is shown once. */
function distinct(entries: readonly RequestEntry[]): RequestEntry[] {
  const byContent = new Map(
    entries.map((entry) => {
      const { method, path, query, status, refusal } = entry
      return [JSON.stringify([method, path, query, status, refusal]), entry]
    }),
  )
  return [...byContent.values()]
}

/** The test passed although a request was refused, or something it prepared did not happen. */
export class StrictError extends Error {
  override readonly name = 'StrictError'
}

/** Adds what a test expects to its mock. What happened before a reset counts, too. */
export function withExpectations<Mock extends MockCore>(
  mock: Mock,
  expectations: Expectations,
): Expecting<Mock> {
  let cause: RunCause = {}
  function reset(): Promise<void> {
    const ended = cause
    cause = {}
    return expectations.reset(mock, ended)
  }
  const requests = withMembers(mock.requests, { expect: expectations.expect })
  const expecting = withMembers(mock, { requests, reset })
  watchRuns(expecting, (next) => (cause = next))
  return expecting
}

/** What one test expects. */
export class Expectations implements ExpectedRequestsOf<RequestEntry> {
  #expected: { readonly what: string; readonly matches: (entry: RequestEntry) => boolean }[] = []
  #initialFaults: readonly string[] = []
  /** The runs of the test that are over. */
  #runs: RunEnd[] = []
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
    // Not their ids, which others have after a reset.
    this.#initialFaults = faults.map(describeFault)
    this.#runs = []
  }

  /** The requests of the parts of the test that ended with a reset. */
  get entriesBeforeResets(): RequestEntry[] {
    return this.#runs.flatMap(({ entries }) => entries)
  }

  /** Resets the mock, and keeps what happened before. */
  async reset(
    mock: TestedMock & { readonly reset: () => Promise<void> },
    cause: RunCause = {},
  ): Promise<void> {
    const { requests, faults } = mock
    const [entries, dropped, inUse] = await Promise.all([requests.all(), requests.dropped, faults.all])
    this.#runs.push({ entries, dropped, faults: inUse, cause })
    await mock.reset()
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
    const runs = [...this.#runs, { entries, dropped, faults: inUse, cause: {} }]
    const problems = [...this.#missing(runs), ...(isStrict ? this.#accidents(runs, unhandled) : [])]
    return problems.length === 0 ? undefined : new StrictError(problems.join('\n'))
  }

  /** Says which faults no request met, for the report of a failed test. */
  async describeUnmet({ faults }: Pick<TestedMock, 'faults'>): Promise<string[]> {
    return this.#unmet([{ faults: await faults.all, cause: {} }])
  }

  #unmet(runs: readonly Pick<RunEnd, 'faults' | 'cause'>[]): string[] {
    const unmet = runs.flatMap(({ faults, cause }) =>
      faults.filter(({ id, hits }) => hits === 0 && id !== cause.fault).map(describeFault),
    )
    return [...new Set(unmet)]
      .filter((fault) => !this.#initialFaults.includes(fault))
      .map((fault) => `No request met the fault ${fault}.`)
  }

  #missing(runs: readonly RunEnd[]): string[] {
    const missing = this.#expected.filter(({ matches }) => !runs.some(({ entries }) => entries.some(matches)))
    return [...new Set(missing.map(({ what }) => what))].map(
      (what) => `The test expects a request that it did not send: ${what}.`,
    )
  }

  #accidents(runs: readonly RunEnd[], unhandled: readonly string[]): string[] {
    const accidents = runs.flatMap(({ entries, cause }) =>
      entries.filter((entry) => isAccident(entry, cause)),
    )
    const refused = accidents.filter((entry) => !this.#expected.some(({ matches }) => matches(entry)))
    const dropped = runs.reduce((sum, run) => sum + run.dropped, 0)
    return [
      ...(refused.length === 0
        ? []
        : [
            'conmock refused requests of the test. To expect that, call mock.requests.expect({ status: … }):',
            ...distinct(refused).map((entry) => formatRequest(entry)),
          ]),
      ...[...new Set(unhandled)].map((request) => `No handler matched ${request}, so the request failed.`),
      ...this.#unmet(runs),
      ...(dropped === 0
        ? []
        : [
            `The request log has dropped ${dropped} entries. Their requests may have been refused: raise "requestLogSize".`,
          ]),
    ]
  }
}
