import type { Records } from '../../dataset/records.js'
import type { AddedFault } from '../../mock/faults.js'
import type { AnyMockTypes, MockCoreOf, MockTypes } from '../../mock/mock-core.js'

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

/** The faults of any API. */
interface AnyFaults {
  add(fault: never): AddedFault
}

/** The faults. The `remove` of an added fault sends another call. */
type RemoteFaults<Faults extends AnyFaults> = {
  readonly [Name in keyof Faults]: Name extends 'add'
    ? (...args: Parameters<Faults['add']>) => Promise<Pick<AddedFault, 'id'> & Async<Omit<AddedFault, 'id'>>>
    : Async<Faults>[Name]
}

interface RemoteTypes extends MockTypes {
  readonly faults: AnyFaults
}

/** The records of a mock elsewhere, by kind. @typeParam Types The type of record of each kind. */
export type RemoteRecordsByKind<Types> = { readonly [Name in keyof Types]: RemoteRecords<Types[Name]> }

/** A mock elsewhere, without its records. @typeParam Types The types of the API. */
export type RemoteMockOf<Types extends RemoteTypes> = {
  readonly [Name in keyof MockCoreOf<Types>]: Name extends 'tokens' | 'clock' | 'requests'
    ? Async<MockCoreOf<Types>[Name]>
    : Name extends 'faults'
      ? RemoteFaults<Types['faults']>
      : Async<MockCoreOf<Types>>[Name]
}

/** A mock of any API elsewhere. */
export type RemoteMock = RemoteMockOf<AnyMockTypes>
