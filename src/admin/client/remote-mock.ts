import type { DeepPartial } from '../../dataset/where.js'
import type { RecordTypes } from '../../convention/resources.js'
import type { PageOptions, RecordPage } from '../../dataset/page.js'
import type { Records } from '../../dataset/records.js'
import type { AddedFault, Faults } from '../../mock/faults.js'
import type { RequestEntry } from '../../mock/request-entry.js'
import type { Requests } from '../../mock/request-log.js'
import type { MockCore, Tokens } from '../../mock/mock-core.js'
import type { Responses } from '../../mock/responses.js'
import type { Clock } from '../../mock/clock.js'

/** Members that must be equal. Each element of a list must match an element of the list. No function, because it is sent. */
type Members<T> = DeepPartial<T> & { readonly call?: never }

/** An id, or members that must be equal. `undefined` matches an absent member. */
type JsonWhere<T> = string | Members<T>

/** The same members. All of them return promises. */
type Async<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : Promise<T[Name]>
}

/** The records of one kind. See `Records` of a mock for what the methods do. */
export interface RemoteRecords<T> extends Pick<Records<T>, 'create' | 'clear'> {
  /** Creates one record for each partial record, or a number of records. */
  createMany(partials: readonly DeepPartial<T>[] | number): Promise<T[]>
  /** Returns the first matching record in the order of ids, or `undefined`. */
  find(where: JsonWhere<T>): Promise<T | undefined>
  /** Returns all matching records in the order of ids. Without a condition, returns all records. */
  findMany(where?: JsonWhere<T>): Promise<T[]>
  /** Counts the matching records. Without a condition, counts all records. */
  count(where?: JsonWhere<T>): Promise<number>
  /** Returns the next records in the order of ids. */
  page(options?: PageOptions): Promise<RecordPage<T>>
  /** Changes exactly one record. Objects are merged, lists are replaced, `undefined` removes an optional field. */
  update(where: JsonWhere<T>, changes: DeepPartial<T>): Promise<T>
  /** Changes all matching records in the same way. */
  updateMany(where: JsonWhere<T>, changes: DeepPartial<T>): Promise<T[]>
  /** Deletes exactly one record, and returns it. */
  delete(where: JsonWhere<T>): Promise<T>
  /** Deletes all matching records, and returns them. */
  deleteMany(where: JsonWhere<T>): Promise<T[]>
}

type EntryMembers = Members<RequestEntry>

/** The request log. See `requests` of a mock for what the methods do. */
interface RemoteRequests extends Async<Pick<Requests, 'all' | 'last' | 'clear' | 'dropped' | 'response'>> {
  /** Returns the first matching entry, or `undefined`. @throws RequestLogOverflowError Like `find` of a mock. */
  find(where: EntryMembers): Promise<RequestEntry | undefined>
  /** Returns all matching entries, oldest first. @throws RequestLogOverflowError Like `findMany` of a mock. */
  findMany(where?: EntryMembers): Promise<RequestEntry[]>
  /** Counts the matching entries, or all without a condition. @throws RequestLogOverflowError Like `count` of a mock. */
  count(where?: EntryMembers): Promise<number>
  /**
   * Resolves with the first matching entry, or waits for one. `options.timeout` is in milliseconds: 1000 by default.
   *
   * @throws WaitTimeoutError If no entry matches in time.
   */
  waitFor(where: EntryMembers, options?: { readonly timeout?: number }): Promise<RequestEntry>
}

/** The faults. See `faults` of a mock for what the methods do. */
interface RemoteFaults extends Async<Omit<Faults, 'add'>> {
  /** Adds a fault. It is in use from the next request on. @throws InvalidOptionError Like `faults.add` of a mock. */
  add(...args: Parameters<Faults['add']>): Promise<Pick<AddedFault, 'id'> & Async<Omit<AddedFault, 'id'>>>
}

type RemoteParts = {
  /** The tokens that the mock accepts. */
  readonly tokens: Async<Tokens>
  /** The mock's clock. */
  readonly clock: Async<Clock>
  /** The request log: the answered requests, and the reasons for the answers. */
  readonly requests: RemoteRequests
  /** Faults: responses that fail or are slow on purpose. */
  readonly faults: RemoteFaults
} & { readonly [Name in keyof RecordTypes]: RemoteRecords<RecordTypes[Name]> }

/**
 * A sandbox of a running server, or the mock of a test with Playwright. It has the members of a mock, and all of them return
 * promises: `await mock.settings`, `await mock.tokens.all`, `await mock.requests.count({ status: 404 })`. Arguments are sent
 * as JSON, so they cannot be functions.
 *
 * `fetch` sends requests to the sandbox. It ignores the origin of a URL, and accepts paths: `mock.fetch('/api/v0/roles')`.
 *
 * @throws RemoteError From every member, if the server cannot be reached or refuses the request.
 * @throws RecordNotFoundError From every member except `fetch`, if the sandbox does not exist.
 * @throws InvalidOptionError From every method with arguments, if they are not JSON.
 */
export interface RemoteMock extends Async<Omit<MockCore, keyof RemoteParts | keyof Responses>>, RemoteParts {}
