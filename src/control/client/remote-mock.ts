import type { RecordsByKind } from '../../dataset/records.js'
import type { AddedFault } from '../../mock/faults.js'
import type { MockCore } from '../../mock/mock-core.js'

/** The members of a mock that have members themselves. */
type Part = keyof RecordsByKind | 'tokens' | 'clock' | 'requests' | 'faults'

/** A result that callers must await. If `Now` is `unknown`, it may also be a plain value. If `Now` is `never`, it is a promise. */
type Result<T, Now> = Promise<T> | (T & Now)

type AsyncFault<Now> = {
  readonly [Name in keyof AddedFault]: AddedFault[Name] extends () => void
    ? () => Result<void, Now>
    : AddedFault[Name]
}

type AsyncMember<T, Now> = T extends (...args: never) => Promise<unknown>
  ? T
  : T extends (...args: infer Args) => infer Returned
    ? (...args: Args) => Result<[Returned] extends [AddedFault] ? AsyncFault<Now> : Returned, Now>
    : Result<T, Now>

type AsyncMembers<T, Now> = { readonly [Name in keyof T]: AsyncMember<T[Name], Now> }

type AsyncMock<Now> = {
  readonly [Name in keyof MockCore]: Name extends Part
    ? AsyncMembers<MockCore[Name], Now>
    : AsyncMember<MockCore[Name], Now>
}

/**
 * A space of a running server. It has the members of a mock, and all of them return promises: `await mock.settings`,
 * `await mock.tokens.all`, `await mock.requests.count({ status: 404 })`.
 *
 * Functions as conditions run in this process, on all records or entries of the space. So `update`, `updateMany`, `delete` and
 * `deleteMany` with a function send several requests, and other clients may change records in between.
 *
 * `fetch` sends requests to the space. It ignores the origin of a URL, and accepts paths: `mock.fetch('/api/v0/roles')`.
 *
 * @throws RemoteError From every member, if the server cannot be reached or refuses the request.
 * @throws RecordNotFoundError From every member except `fetch`, if the space does not exist.
 */
export interface RemoteMock extends AsyncMock<never> {}

/**
 * A mock of `createMock()`, or a space of a server. Code that awaits every result works with both.
 *
 * @example
 * async function countRoleRequests(mock: AnyMock) {
 *   return await mock.requests.count({ operation: 'listRoles' })
 * }
 */
export interface AnyMock extends AsyncMock<unknown> {}
