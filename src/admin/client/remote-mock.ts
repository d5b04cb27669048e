import type { RecordTypes } from '../../convention/resources.js'
import type { Records } from '../../dataset/records.js'
import type { AddedFault, Faults } from '../../mock/faults.js'
import type { Requests } from '../../mock/request-log.js'
import type { MockCore, Tokens } from '../../mock/mock-core.js'
import type { Responses } from '../../mock/responses.js'
import type { Clock } from '../../mock/clock.js'

type AnyFunction = (...args: never) => unknown

/** A condition without its function. A function has a `name`, so only `call` tells it from members of a record. */
type OnlyJson<T> = T extends AnyFunction ? never : T extends object ? T & { readonly call?: never } : T

/** An argument, which is sent as JSON, so a condition cannot be a function. */
type Sent<T> = [Extract<T, AnyFunction>] extends [never] ? T : OnlyJson<T>

/** The same members. All of them return promises. */
type Async<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Result
    ? (...args: { [Index in keyof Args]: Sent<Args[Index]> }) => Promise<Awaited<Result>>
    : Promise<T[Name]>
}

/** The records of one kind. See `Records` of a mock for what the methods do. */
export type RemoteRecords<T> = Async<Records<T>>

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
  readonly requests: Async<Requests>
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
