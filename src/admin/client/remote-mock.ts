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
  createMany(partials: readonly DeepPartial<T>[] | number): Promise<T[]>
  find(where: JsonWhere<T>): Promise<T | undefined>
  findMany(where?: JsonWhere<T>): Promise<T[]>
  count(where?: JsonWhere<T>): Promise<number>
  page(options?: PageOptions): Promise<RecordPage<T>>
  update(where: JsonWhere<T>, changes: DeepPartial<T>): Promise<T>
  updateMany(where: JsonWhere<T>, changes: DeepPartial<T>): Promise<T[]>
  delete(where: JsonWhere<T>): Promise<T>
  deleteMany(where: JsonWhere<T>): Promise<T[]>
}

type EntryMembers = Members<RequestEntry>

/** The request log. See `requests` of a mock for what the methods do. */
interface RemoteRequests extends Async<Pick<Requests, 'all' | 'last' | 'clear' | 'dropped' | 'response'>> {
  find(where: EntryMembers): Promise<RequestEntry | undefined>
  findMany(where?: EntryMembers): Promise<RequestEntry[]>
  count(where?: EntryMembers): Promise<number>
  waitFor(where: EntryMembers, options?: { readonly timeout?: number }): Promise<RequestEntry>
}

/** The faults. See `faults` of a mock for what the methods do. */
interface RemoteFaults extends Async<Omit<Faults, 'add'>> {
  add(...args: Parameters<Faults['add']>): Promise<Pick<AddedFault, 'id'> & Async<Omit<AddedFault, 'id'>>>
}

type RemoteParts = {
  readonly tokens: Async<Tokens>
  readonly clock: Async<Clock>
  readonly requests: RemoteRequests
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
