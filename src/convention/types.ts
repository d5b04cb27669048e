import type { CredentialOf, TokenOptionsOf, TokenScopesOf } from '../api/credentials.js'
import type { RemoteMockOf, RemoteRecordsByKind } from '../admin/client/remote-mock.js'
import type { CustomOperation } from '../api/match-path.js'
import type { NeedsOf } from '../contract/needs.js'
import type { GeneralCode } from '../contract/refusal-reasons.js'
import type { Choice } from '../contract/variants.js'
import type { CoverageAnswerOf, CoverageCaseOf, CoverageOf } from '../coverage/coverage.js'
import type { MockDataInputOf, MockDataOf } from '../dataset/data-file.js'
import type { RecordsByKind } from '../dataset/records.js'
import type { MockHandlers } from '../mock/create-mock.js'
import type { ExpectedRequestsOf } from '../testing/expectations.js'
import type { FaultOf } from '../mock/fault.js'
import type { ActiveFaultOf, FaultsOf } from '../mock/faults.js'
import type { MockCoreOf, TokensOf } from '../mock/mock-core.js'
import type { MockOptionsOf } from '../mock/options.js'
import type { RequestEntryOf } from '../mock/request-entry.js'
import type { EntryWhereOf, RequestsOf } from '../mock/request-log.js'
import type { FixedTime, OptionsOfServer } from '../sandboxes/sandbox.js'
import type { ForEachFaultOptionsOf } from '../testing/for-each-fault.js'
import type { PassedVariantOf, VariantOf, VariedAssumptionsOf } from '../testing/for-each-variant.js'
import type { AssumptionName, assumptions } from './assumptions.js'
import type { builtInData } from './built-in-data.js'
import type { RecordCounts } from './kinds.js'
import type { CaseName, OperationId, OperationReason } from './operations.js'
import type { RecordTypes } from './resources.js'
import type { AnyScope, ServiceScope } from './scopes.js'

// The types of the engine with the exact names and records of this API, as users see them.

/** The types of this API by the names that the engine has for them. Hovers show its name: `MockCoreOf<Convention>`. */
interface Convention {
  readonly tokenScope: ServiceScope
  readonly operationId: OperationId
  readonly operation: OperationName
  readonly code: RefusalCode
  readonly case: CaseName
  readonly assumption: AssumptionName
  readonly assumptions: AssumptionInput
  readonly settings: Settings
  readonly fault: Fault
  readonly activeFault: ActiveFault
  readonly faults: Faults
  readonly entry: RequestEntry
  readonly requests: Requests
  readonly coverageAnswer: CoverageAnswer
  readonly coverageCase: CoverageCase
  readonly coverage: Coverage
  readonly tokens: Tokens
  readonly data: MockData
  readonly dataInput: MockDataInput
}

/** The same, for the options of a mock. */
interface ConventionOptions {
  readonly assumptions: AssumptionInput
  readonly tokens: TokenScopes
  readonly fault: Fault
  readonly entry: RequestEntry
}

/** The code of a refusal in the request log. docs/reference/the-api.md lists what each code means. */
export type RefusalCode = GeneralCode | OperationReason

/** Name of an operation: of the API, `token` for the token endpoint, or of a custom handler. */
export type OperationName = OperationId | 'token' | CustomOperation

// The next two types share no helper type on purpose: it would hide the values in hovers.

/**
 * Values for some of the assumptions. A status may be a number: `403` is the same as `'403'`.
 *
 * @example
 * const assumptions: AssumptionInput = { 'roles.pageSize': 25, 'auth.missing': 403 }
 */
export type AssumptionInput = {
  readonly [Name in AssumptionName]?: (typeof assumptions)[Name]['variants'] extends infer V
    ? | (V extends Choice<infer Option>
          ? Option | (Option extends `${infer Status extends number}` ? Status : never)
          : number)
      | undefined
    : never
}

/** The value of every assumption. */
export type Settings = {
  readonly [Name in AssumptionName]: (typeof assumptions)[Name]['variants'] extends infer V
    ? V extends Choice<infer Option>
      ? Option
      : number
    : never
}

/**
 * The assumptions to vary.
 *
 * - `specified`: the assumptions whose variants the API specification allows
 * - `all`: every assumption
 * - a list of names
 * - an object with a list of values for each assumption: `{ 'roles.pageSize': [1, 25] }`
 */
export type VariedAssumptions = VariedAssumptionsOf<AssumptionInput>

/** A variant that a test runs with. */
export interface Variant extends VariantOf<AssumptionInput> {}

/** A variant with which a test has passed. */
export interface PassedVariant extends PassedVariantOf<AssumptionInput> {}

/** Options of `forEachFault`. */
export interface ForEachFaultOptions extends ForEachFaultOptionsOf<MockCore, OperationName> {}

/** A token and its scopes. */
export interface Credential extends CredentialOf<ServiceScope> {}

/** Options of a new token. */
export interface TokenOptions extends TokenOptionsOf<AnyScope> {}

/** Tokens of the option `tokens`: the scopes of each, or its scopes and lifetime. */
export type TokenScopes = TokenScopesOf<AnyScope>

/** The tokens of a mock. */
export interface Tokens extends TokensOf<Credential, TokenOptions> {}

/** A fault: a response that goes wrong on purpose. */
export interface Fault extends FaultOf<OperationName> {
  /**
   * The operation to fail: `getVolunteer`, `listRoles`, `token`, the name of your own, or a custom handler, such as `GET /events/:id`.
   *
   * @default all operations
   */
  readonly operation?: OperationName | undefined
}

/** A fault that is in use. */
export interface ActiveFault extends ActiveFaultOf<OperationName> {}

/** The faults of a mock. */
export interface Faults extends FaultsOf<Convention> {}

/** A request that the mock answered, and the reason for its answer. */
export interface RequestEntry extends RequestEntryOf<Convention> {
  /**
   * The operation: `getVolunteer`, `listRoles`, `token`, the name of your own, or a custom handler, such as `GET /events/:id`. `undefined` for
   * other paths.
   */
  readonly operation: OperationName | undefined
}

/** Selects entries: by some of their members, or by a predicate. */
export type EntryWhere = EntryWhereOf<RequestEntry>

/** The request log of a mock: the requests that it answered, oldest first. */
export interface Requests extends RequestsOf<RequestEntry> {}

/** A mock of a test, whose `requests` also have `expect`. */
export type Expecting<Tested extends { readonly requests: { readonly all: () => unknown } }> = Tested & {
  /** The request log of the test, and what the test expects of it. */
  readonly requests: Awaited<ReturnType<Tested['requests']['all']>> extends readonly (infer Entry)[]
    ? ExpectedRequestsOf<Entry>
    : never
}

/**
 * An answer of the API that clients have received, and how often. Answers that differ in one of the fields are counted
 * separately. Those that a fault has changed, those to HEAD, and those of custom handlers are not counted.
 */
export interface CoverageAnswer extends CoverageAnswerOf<Convention> {}

/** A case of the API: one thing that a client can receive. */
export interface CoverageCase extends CoverageCaseOf<Convention> {}

/** Which cases of the API clients have received. Plain JSON. */
export interface Coverage extends CoverageOf<Convention> {}

/** The fields that an app needs, as `conmock needs` writes them. Plain JSON. */
export interface Needs extends NeedsOf<OperationId> {}

/** Name of built-in data. */
export type BuiltInDataName = keyof typeof builtInData

/** All records of a mock as JSON: the result of `mock.export()`. Each list is in the order of creation. */
export interface MockData extends MockDataOf<RecordTypes> {}

/**
 * The option `data` of a mock. A record with all required fields is used as it is. The missing fields of other records are
 * generated, as by `create`, even optional ones. Set one to `undefined` to leave it out, in JSON to `{ "$absent": true }`.
 */
export type MockDataInput = MockDataInputOf<RecordTypes>

/** A mock of the API, without msw handlers. */
export interface MockCore extends MockCoreOf<Convention>, RecordsByKind<RecordTypes> {}

/** A mock of the API, with msw handlers. */
export interface Mock extends MockCore, MockHandlers {}

/** Options of a mock. All are optional. */
export interface MockOptions extends MockOptionsOf<ConventionOptions>, RecordCounts {
  /**
   * The records at the start: the name of built-in data, or your own records, complete or partial.
   *
   * Known names:
   *
   * - `default`: 200 volunteers (the edge cases come first), some users without a volunteer record, 250 roles
   * - `empty`: no records
   * - `single-page`: like `default`, but with exactly one full page of roles
   * - `many-pages`: 100,000 volunteers and 10,000 roles, generated on demand
   * - `edge-cases`: only the edge cases, which are hand-written
   *
   * @default 'default'
   * @throws InvalidOptionError For an unknown name.
   * @throws DataError For invalid records, with the JSON path of every problem.
   * @example
   * createMock({ data: 'edge-cases' })
   * createMock({ data: { volunteers: [{ user: { id: '42' } }] } })
   */
  readonly data?: BuiltInDataName | MockDataInput | undefined
}

/** The options of a sandbox: those of `createMock` that are JSON. */
export interface SandboxOptions extends Omit<MockOptions, OptionsOfServer>, FixedTime {}

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
export interface RemoteMock extends RemoteMockOf<Convention>, RemoteRecordsByKind<RecordTypes> {}
