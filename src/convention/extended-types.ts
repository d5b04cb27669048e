import type { RemoteMockOf, RemoteRecordsByKind } from '../admin/client/remote-mock.js'
import type { MockDataInputOf, MockDataOf } from '../dataset/data-file.js'
import type { RecordsByKind } from '../dataset/records.js'
import type { AnyExtension, Extension, ExtensionTypes } from '../extension/types.js'
import type { CoverageAnswerOf, CoverageCaseOf, CoverageOf } from '../coverage/coverage.js'
import type { FaultOf } from '../mock/fault.js'
import type { ActiveFaultOf, FaultsOf } from '../mock/faults.js'
import type { MockHandlers } from '../mock/create-mock.js'
import type { MockCoreOf } from '../mock/mock-core.js'
import type { MockOptionsOf } from '../mock/options.js'
import type { RequestEntryOf } from '../mock/request-entry.js'
import type { RequestsOf } from '../mock/request-log.js'
import type { FixedTime, OptionsOfServer } from '../sandboxes/sandbox.js'
import type { AssumptionName } from './assumptions.js'
import type { RecordCounts } from './kinds.js'
import type { CaseName, OperationId } from './operations.js'
import type { RecordTypes } from './resources.js'
import type { ServiceScope } from './scopes.js'
import type {
  AssumptionInput,
  BuiltInDataName,
  OperationName,
  RefusalCode,
  Settings,
  Tokens,
  TokenScopes,
} from './types.js'

// The types of a mock with operations and collections of a team.

/** The noun for one record of each kind. */
export interface RecordNouns {
  readonly volunteers: 'volunteer'
  readonly users: 'user'
  readonly roles: 'role'
}

/** Each kind has a noun. Otherwise, an answer would not find its records. */
type WithAllKinds<Nouns extends { readonly [Kind in keyof RecordTypes]: string }> = Nouns

/** An extension of this API that adds nothing yet. */
export interface EmptyExtension extends Extension<RecordTypes, WithAllKinds<RecordNouns>> {}

type Of<Extended extends AnyExtension> = NonNullable<Extended['~types']> & ExtensionTypes
type Fault<Extended extends AnyExtension> = FaultOf<OperationName | Of<Extended>['operation']>
type Assumptions<Extended extends AnyExtension> = AssumptionInput & Partial<Of<Extended>['assumptions']>
type Entry<Extended extends AnyExtension> = RequestEntryOf<Names<Extended>>

/** The names of an extended API. */
interface Names<Extended extends AnyExtension> {
  readonly operationId: OperationId | Of<Extended>['operation']
  readonly operation: OperationName | Of<Extended>['operation']
  readonly code: RefusalCode | (string & {})
  readonly case: CaseName | (string & {})
  readonly assumption: AssumptionName | (keyof Of<Extended>['assumptions'] & string)
  readonly tokenScope: ServiceScope
}

/** The types of an extended API by the names that the engine has for them. */
interface ExtendedConvention<Extended extends AnyExtension> extends Names<Extended> {
  readonly assumptions: Assumptions<Extended>
  readonly settings: Settings & Of<Extended>['assumptions']
  readonly fault: Fault<Extended>
  readonly activeFault: ActiveFaultOf<OperationName | Of<Extended>['operation']>
  readonly faults: FaultsOf<ExtendedConvention<Extended>>
  readonly entry: Entry<Extended>
  readonly requests: RequestsOf<Entry<Extended>>
  readonly coverageAnswer: CoverageAnswerOf<Names<Extended>>
  readonly coverageCase: CoverageCaseOf<Names<Extended>>
  readonly coverage: CoverageOf<ExtendedConvention<Extended>>
  readonly tokens: Tokens
  readonly data: MockDataOf<Of<Extended>['records']>
  readonly dataInput: MockDataInputOf<Of<Extended>['records']>
}

/** A mock with your own operations and collections, without msw handlers. */
export type ExtendedMockCore<Extended extends AnyExtension> = MockCoreOf<ExtendedConvention<Extended>> &
  RecordsByKind<Of<Extended>['records']>

/** A mock with any operations and collections of your own, or none. */
export interface AnyMock extends MockCoreOf<{
  readonly tokens: object
  readonly requests: object
  readonly faults: object
  readonly settings: object
  readonly assumptions: never
  readonly coverage: object
  readonly data: object
  readonly dataInput: never
}> {}

/** A mock with your own operations and collections. */
export type ExtendedMock<Extended extends AnyExtension> = ExtendedMockCore<Extended> & MockHandlers

/** Options of a mock with your own operations and collections. */
export interface ExtendedMockOptions<Extended extends AnyExtension>
  extends Omit<MockOptionsOf<ExtendedConvention<Extended>>, 'tokens'>, RecordCounts {
  /**
   * Your own operations and collections.
   *
   * @example
   * createMock({ extend: extendApi().operation('getMe', 'GET /api/v0/me', {}, () => ({ id: '1' })) })
   */
  readonly extend: Extended
  /** More tokens: the scopes of each, or its scopes and its lifetime in seconds. */
  readonly tokens?: TokenScopes | undefined
  /** The records at the start: the name of built-in data, or your own records. */
  readonly data?: BuiltInDataName | MockDataInputOf<Of<Extended>['records']> | undefined
}

/** A sandbox with your own operations and collections, or the mock of a test with Playwright. All members return promises. */
export type ExtendedRemoteMock<Extended extends AnyExtension> = RemoteMockOf<ExtendedConvention<Extended>> &
  RemoteRecordsByKind<Of<Extended>['records']>

/** The options of a sandbox with your own operations and collections: those of a mock that are JSON. */
export interface ExtendedSandboxOptions<Extended extends AnyExtension>
  extends Omit<ExtendedMockOptions<Extended>, OptionsOfServer>, FixedTime {}
