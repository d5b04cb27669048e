import type { Records } from '../../dataset/records.js'
import type { Clock } from '../../mock/clock.js'
import type { AddedFault, FaultsOf } from '../../mock/faults.js'
import type { MockCore } from '../../mock/mock-core.js'
import type { Responses } from '../../mock/responses.js'

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
interface RemoteFaultsOf<Operation extends string> extends Async<Omit<FaultsOf<Operation>, 'add'>> {
  /** Adds a fault. It is in use from the next request on. @throws InvalidOptionError Like `faults.add` of a mock. */
  add(
    ...args: Parameters<FaultsOf<Operation>['add']>
  ): Promise<Pick<AddedFault, 'id'> & Async<Omit<AddedFault, 'id'>>>
}

interface RemoteParts<
  Mock extends { readonly [Name in 'tokens' | 'requests']: object },
  Operation extends string,
> {
  /** The tokens that the mock accepts. */
  readonly tokens: Async<Mock['tokens']>
  /** The mock's clock. */
  readonly clock: Async<Clock>
  /** The request log: the answered requests, and the reasons for the answers. */
  readonly requests: Async<Mock['requests']>
  /** Faults: responses that fail or are slow on purpose. */
  readonly faults: RemoteFaultsOf<Operation>
}

/**
 * A mock that is called over HTTP, with the types of an API.
 *
 * @typeParam Mock The mock, with its records.
 * @typeParam Operation The names of the operations.
 * @typeParam Types The type of record of each kind.
 */
export type RemoteMockOf<
  Mock extends { readonly [Name in 'tokens' | 'requests']: object },
  Operation extends string,
  Types,
> = Async<Omit<Mock, keyof RemoteParts<Mock, Operation> | keyof Types | keyof Responses>> &
  RemoteParts<Mock, Operation> & { readonly [Name in keyof Types]: RemoteRecords<Types[Name]> }

/** A mock of any API that is called over HTTP. It has records, too: `createRemoteMock` has no list of them. */
export interface RemoteMock extends RemoteMockOf<MockCore, string, {}> {}
