// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
import { convention } from './convention/convention.js'
import type { ExtendedMock, ExtendedMockOptions } from './convention/extended-types.js'
import type { Mock, MockOptions } from './convention/types.js'
import { compile } from './contract/compile.js'
import { saveCoverage as saveCoverageOf } from './coverage/save-coverage.js'
import { withExtension } from './extension/registered.js'
import type { AnyExtension } from './extension/types.js'
import { createMock as createMockOf } from './mock/create-mock.js'

/**
 * Creates a mock of the API with your own operations and collections.
 *
 * @throws InvalidOptionError and DataError Like without `extend`.
 */
export function createMock<const Extended extends AnyExtension>(
  options: ExtendedMockOptions<Extended>,
): ExtendedMock<Extended>
/**
 * Creates a mock of the API. This is fast, because records are generated when they are first read.
 *
 * @throws InvalidOptionError For an unknown option, assumption or variant. The message lists the known ones.
 * @throws DataError For invalid data, with the JSON path of every problem.
 * @example
 * const mock = createMock({ seed: 1, assumptions: { 'roles.pageSize': 25 } })
 */
export function createMock(options?: MockOptions): Mock
export function createMock(options: MockOptions & { readonly extend?: unknown } = {}): object {
  return createMockOf(withExtension(convention, options?.extend), options as object)
}

/**
 * Saves the coverage of a test file in the folder `conmock-coverage`, for `conmock pact` and `conmock coverage`. Call it once
 * for each test file, before the mocks are created, or in a setup file. The files of an earlier run are removed. With vitest,
 * use the plugin `conmock` of `conmock/vitest` instead.
 *
 * @param afterAll The function of Jest or node:test that adds a hook after all tests of a file.
 * @example
 * import { after } from 'node:test'
 * saveCoverage(after)
 */
export function saveCoverage(afterAll: (hook: () => void) => unknown): void {
  saveCoverageOf(compile(convention), afterAll)
}

export { extendApi } from './convention/extend-api.js'
export type { ListenOptions } from './mock/listen-options.js'
export type { Clock } from './mock/clock.js'
export type { CaseName, OperationId } from './convention/operations.js'
export { forEachVariant, VariantError, type VariantOptions } from './testing/for-each-variant.js'
export {
  FaultError,
  forEachFault,
  type NamedFault,
  type FaultName,
  type PassedFault,
} from './testing/for-each-fault.js'
export { explainFailures } from './testing/explain-failures.js'
export type { FaultEffect, FaultWhen } from './mock/fault.js'
export type { AddedFault, ReleaseOptions } from './mock/faults.js'
export type { SentResponse } from './mock/sent-response.js'

export { buildRole } from './convention/role/records.js'
export { buildUser } from './convention/user/records.js'
export { buildVolunteer } from './convention/volunteer/records.js'
export type { CustomOperation } from './api/match-path.js'
export type { FactoryOptions } from './contract/kind.js'
export type { DeepPartial, Where } from './dataset/where.js'
export { edgeCases, type EdgeCase, type EdgeCases } from './convention/edge-cases.js'
export type { PageOptions, RecordPage } from './dataset/page.js'
export type { Records } from './dataset/records.js'

export type { AssumptionName } from './convention/assumptions.js'
export type {
  EmptyExtension,
  ExtendedMock,
  ExtendedMockOptions,
  RecordNouns,
} from './convention/extended-types.js'
export type { AnyExtension, Extension } from './extension/types.js'
export type {
  ActiveFault,
  AssumptionInput,
  BuiltInDataName,
  Coverage,
  CoverageAnswer,
  CoverageCase,
  Credential,
  EntryWhere,
  Fault,
  Faults,
  ForEachFaultOptions,
  Mock,
  MockCore,
  MockData,
  MockDataInput,
  MockOptions,
  OperationName,
  PassedVariant,
  RefusalCode,
  RequestEntry,
  Requests,
  Settings,
  TokenOptions,
  Tokens,
  TokenScopes,
  Variant,
  VariedAssumptions,
} from './convention/types.js'
export type { Profile } from './contract/settings.js'
export type { ProfileFile } from './contract/profile-file.js'
export {
  ConflictError,
  DataError,
  InvalidOptionError,
  RequestLogOverflowError,
  RecordNotFoundError,
  WaitTimeoutError,
  type Problem,
} from './common/errors.js'
export type { AnyScope, Scope, ServiceScope } from './convention/scopes.js'
export type {
  ContactMethod,
  DepartmentAssignment,
  DepartmentState,
  VolunteerOption,
  OptionType,
  RecordTypes,
  Role,
  RoleList,
  User,
  Volunteer,
} from './convention/resources.js'
