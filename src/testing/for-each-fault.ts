import * as z from 'zod/mini'
import { checkOptions, oneOf, optionsSchema, refuseMock, text, wholeNumber } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { endRun } from './runs.js'
import type { AnyRecord } from '../contract/kind.js'
import { pageFormOf } from '../contract/list.js'
import type { WholeNumber } from '../contract/variants.js'
import type { Records } from '../dataset/records.js'
import type { FaultEffect, FaultWhen } from '../mock/fault.js'
import { UNCHANGED } from '../mock/apply-fault.js'
import type { AddedFault } from '../mock/faults.js'
import type { MockCore } from '../mock/mock-core.js'
import { getInternals, isMock } from '../mock/mock-internals.js'
import type { RequestEntry } from '../mock/request-entry.js'
import { MAX_TIMEOUT } from '../mock/request-log.js'
import { delay } from '../mock/timers.js'

/**
 * Changes the records of a list between its first page and the second one.
 *
 * @param sent The body of the first page.
 * @returns Whether there was something to change.
 */
type Change = (records: Records<AnyRecord>, sent: string) => Promise<boolean>

interface FaultPlan {
  readonly effect: FaultEffect
  readonly when?: FaultWhen
  readonly change?: Change
  /** Whether the next request succeeds. */
  readonly recovers: boolean
}

const once = { when: { first: 1 }, recovers: true } as const
const onSecondPage = { when: { nth: 2 }, recovers: true } as const
/** The second page waits for a change. */
const held = { effect: { hold: true }, ...onSecondPage } as const

/** What can go wrong with the first request. */
const anywhere = {
  '500': { effect: { status: 500 }, ...once },
  '503 with Retry-After': { effect: { status: 503, retryAfter: 1 }, ...once },
  // Slow, so that a client that tries again and again leaves time for the time limit.
  '503 on every request': { effect: { status: 503, delay: 10 }, recovers: false },
  '429 with Retry-After': { effect: { status: 429, retryAfter: 1 }, ...once },
  'token expired': { effect: { status: 401 }, ...once },
  'scope lost': { effect: { status: 403 }, recovers: false },
  'HTML with status 200': { effect: { html: true }, ...once },
  'HTML with status 502': { effect: { html: true, status: 502 }, ...once },
  'truncated body': { effect: { truncateBody: 10 }, ...once },
  'invalid JSON': { effect: { invalidJson: true }, ...once },
  'connection dropped': { effect: { dropConnection: true }, ...once },
  'no answer': { effect: { hang: true }, ...once },
  slow: { effect: { delay: 300 }, ...once },
} as const satisfies Readonly<Record<string, FaultPlan>>

/** Returns the ids of the records that are not on the first page. */
function laterIds(records: Records<AnyRecord>, sent: string): Set<string> {
  const later = records.findMany(({ id }) => !sent.includes(`"id":${JSON.stringify(id)}`))
  return new Set(later.map(({ id }) => id))
}

/** What can go wrong between the pages of a list. */
const betweenPages = {
  '500 on the second page': { effect: { status: 500 }, ...onSecondPage },
  '503 on the second page': { effect: { status: 503, retryAfter: 1 }, ...onSecondPage },
  '429 on the second page': { effect: { status: 429, retryAfter: 1 }, ...onSecondPage },
  'token expired on the second page': { effect: { status: 401 }, ...onSecondPage },
  'cursor refused on the second page': { effect: { status: 400 }, ...onSecondPage },
  'record added before the second page': {
    ...held,
    change: async (records) => Boolean(await records.create()),
  },
  'record removed before the second page': {
    ...held,
    change: async (records, sent) => {
      const [id] = laterIds(records, sent)
      return id !== undefined && Boolean(await records.delete(id))
    },
  },
  'last page empty': {
    ...held,
    change: async (records, sent) => {
      const ids = laterIds(records, sent)
      const deleted = await records.deleteMany(({ id }) => ids.has(id))
      return deleted.length > 0
    },
  },
} as const satisfies Readonly<Record<string, FaultPlan>>

const allPlans: Readonly<Record<FaultName, FaultPlan>> = { ...anywhere, ...betweenPages }
const faultNames = Object.keys(allPlans) as FaultName[]

/** Name of something that can go wrong, for example `500 on the second page`. */
export type FaultName = keyof typeof anywhere | keyof typeof betweenPages

/** Something that goes wrong while a test runs. */
export interface NamedFault {
  /** What goes wrong. `none` in the first run. */
  readonly name: FaultName | 'none'
  /** Whether the next request succeeds. */
  readonly recovers: boolean
}

/** A fault with which a test has passed. */
export interface PassedFault extends NamedFault {
  /** Whether no request met the fault, so the run did not test it: for example because the list has only one page. */
  readonly unmet: boolean
}

/** A mock of any API. Its type says which operations there are. */
interface TestedMock {
  readonly faults: { readonly operations: readonly string[] }
}

/** Options of `forEachFault`. */
export interface ForEachFaultOptionsOf<
  Mock extends TestedMock,
  Operation = Mock['faults']['operations'][number],
> {
  /** The mock of the test. It is reset before and after each run. */
  readonly mock: Mock
  /** The operation that fails. */
  readonly operation: Operation
  /**
   * Faults to run with.
   *
   * @default all of the operation
   */
  readonly only?: readonly FaultName[] | undefined
  /**
   * Faults to leave out.
   *
   * @default []
   */
  readonly except?: readonly FaultName[] | undefined
  /**
   * Time limit of a run, in milliseconds.
   *
   * @default 5000
   */
  readonly timeout?: number | undefined
}

type Options = ForEachFaultOptionsOf<MockCore>

const names = z.optional(z.array(oneOf(faultNames), 'must be a list of faults'))
const schema = optionsSchema<Options>({
  mock: z.custom(
    (value) => typeof (value as Partial<MockCore> | undefined)?.assume === 'function',
    'must be the result of createMock(): forEachFault({ mock, operation }, test)',
  ),
  operation: text,
  only: names,
  except: names,
  timeout: z.optional(wholeNumber(1, 600_000, 'of milliseconds from 1 to 600000')),
})

/** A test fails with some faults. The message lists them, with the request. `cause` is the first error of the test. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
  /** The faults with which the test fails, for example `500 on the second page`. */
  readonly faults: readonly string[]

  constructor(failures: ReadonlyMap<string, { readonly cause: unknown; readonly request: string }>) {
    const reasons = Array.from(failures, ([name, { cause, request }]) => {
      const message = cause instanceof Error ? cause.message : String(cause)
      return `with "${name}" (${request}): ${message}`
    })
    super(`fails ${reasons.join('; and ')}`, { cause: [...failures.values()][0]?.cause })
    this.faults = [...failures.keys()]
  }
}

function plansFor({ mock, operation, only, except = [] }: Options): [FaultName, FaultPlan][] {
  const hasPages = getList(mock, operation) !== undefined
  const known = faultNames.filter((name) => hasPages || name in anywhere)
  const unknown = only?.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new InvalidOptionError(`"${unknown}" needs a list, which ${operation} does not return`, 'only')
  }
  return (only ?? known).filter((name) => !except.includes(name)).map((name) => [name, allPlans[name]])
}

/** The list that an operation returns in pages. */
interface List {
  /** The list whose assumptions the pages have. */
  readonly form: string
  /** Whether the body of a request may have the cursor. The request log does not show it. */
  readonly isInBody: boolean
  readonly records: Records<AnyRecord>
}

function getList(mock: MockCore, operation: string): List | undefined {
  const { api, records } = getInternals(mock)
  const { list, pages, checkBody } = api.operationById.get(operation) ?? {}
  const name = list ?? pages
  if (name === undefined) return undefined
  return { form: list ?? pageFormOf(api), records: records[name]!, isInBody: checkBody !== undefined }
}

/** At least three pages, so that the second one is not the last, if there are enough records. */
function useShortPages(mock: MockCore, { form, records }: List): void {
  const { min, max } = getInternals(mock).api.assumptions[`${form}.pageSize`]!.variants as WholeNumber
  mock.assume({ [`${form}.pageSize`]: Math.min(max, Math.max(min, Math.ceil(records.count() / 3))) })
}

/**
 * Changes the records after the first page was sent.
 *
 * @param fault Holds the second page until then.
 * @returns Whether the records have changed.
 */
async function changeAfterFirstPage(
  { mock, operation }: Options,
  { records }: List,
  limit: number,
  change: Change,
  fault: AddedFault,
): Promise<boolean> {
  const timeout = Math.min(limit, MAX_TIMEOUT)
  const first = await mock.requests.waitFor({ operation, status: 200 }, { timeout }).catch(() => undefined)
  const isChanged = first && (await change(records, mock.requests.response(first.id)?.body ?? ''))
  fault.remove()
  return isChanged ?? false
}

/** Runs a test, and fails if it takes too long. */
async function runWithin(timeout: number, run: () => unknown): Promise<void> {
  const finished = new AbortController()
  async function limit(): Promise<void> {
    await delay(timeout, finished.signal)
    if (!finished.signal.aborted) throw new Error(`the test did not end within ${timeout} ms`)
  }
  try {
    await Promise.race([(async () => run())(), limit()])
  } finally {
    finished.abort()
  }
}

/** Without the entries that a full request log has dropped. */
function requestsTo(mock: MockCore, operation: string): RequestEntry[] {
  return mock.requests.all().filter((entry) => entry.operation === operation)
}

function describeRequest(mock: MockCore, operation: string): string {
  const entries = requestsTo(mock, operation)
  const entry = entries.findLast(({ fault }) => fault !== undefined) ?? entries.at(-1)
  return entry ? `${entry.method} ${entry.path} ${entry.status}` : `no request to ${operation}`
}

/**
 * Runs a test without a fault, and with each thing that can go wrong with an operation. Each fault is the same in every
 * run and on every machine. Works with any test runner.
 *
 * @param test Gets the name of the fault, and whether the next request succeeds. It runs several times, so it must clean up after
 *   itself.
 * @returns The faults with which the test has passed.
 * @throws FaultError If the test fails with some faults only. If it already fails without a fault, its own error is thrown.
 * @throws InvalidOptionError For an unknown operation or fault.
 * @example
 * await forEachFault({ mock, operation: 'listRoles' }, async ({ recovers }) => {
 *   expect(await showRoles()).toBe(recovers ? '250 roles' : 'Please try again later.')
 * })
 */
export async function forEachFault<Mock extends TestedMock>(
  options: ForEachFaultOptionsOf<Mock>,
  test: (fault: NamedFault) => unknown,
): Promise<readonly PassedFault[]> {
  const example = isMock(options) ? getInternals(options).api.exampleOperation.id : 'NAME'
  refuseMock(options, `forEachFault({ mock, operation: '${example}' }, test)`)
  checkOptions(schema, options)
  const checked = options as unknown as Options
  const { mock, operation, timeout = 5000 } = checked
  const plans = plansFor(checked)
  const list = getList(mock, operation)
  await endRun(mock)
  await runWithin(timeout, () => test({ name: 'none', recovers: true }))
  await endRun(mock)
  const passed: PassedFault[] = []
  const failures = new Map<string, { readonly cause: unknown; readonly request: string }>()
  for (const [name, { effect, when, change, recovers }] of plans) {
    const isBetweenPages = name in betweenPages
    if (list && isBetweenPages) useShortPages(mock, list)
    const fault = mock.faults.add({ operation, when, effect })
    const changed = list && change && changeAfterFirstPage(checked, list, timeout, change, fault)
    try {
      await runWithin(timeout, () => test({ name, recovers }))
      const hasNextPage =
        list?.isInBody || requestsTo(mock, operation).some(({ query }) => 'nextPage' in query)
      const isMet = changed
        ? await changed
        : mock.faults.all.some(({ id, hits }) => id === fault.id && hits > 0) &&
          !requestsTo(mock, operation).some(({ note }) => note?.includes(UNCHANGED))
      passed.push({
        name,
        recovers,
        unmet: !isMet || (isBetweenPages && !hasNextPage && mock.requests.dropped === 0),
      })
    } catch (cause) {
      failures.set(name, { cause, request: describeRequest(mock, operation) })
    } finally {
      await endRun(mock, { fault: fault.id })
      await changed
    }
  }
  if (failures.size > 0) throw new FaultError(failures)
  return passed
}
