// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export { createMock, type Mock } from './mock/create-mock.js'
export type { ListenOptions } from './mock/listen-options.js'
export type { MockCore, Tokens } from './mock/mock-core.js'
export type { Clock } from './mock/clock.js'
export type { CaseName } from './convention/operations.js'
export type { Coverage, CoverageAnswer, CoverageCase } from './coverage/coverage.js'
export {
  forEachVariant,
  VariantError,
  type PassedVariant,
  type Variant,
  type VariantOptions,
  type VariedAssumptions,
} from './coverage/for-each-variant.js'
export {
  FaultError,
  forEachFault,
  type ForEachFaultOptions,
  type Hazard,
  type HazardName,
  type PassedHazard,
} from './mock/for-each-fault.js'
export { explainFailures } from './coverage/explain-failures.js'
export { saveCoverage } from './coverage/save-coverage.js'
export type { MockOptions } from './mock/options.js'
export type { HandlersOption } from './mock/custom-handlers.js'
export type { PageRequest, Responses } from './mock/responses.js'
export type { Fault, FaultEffect, FaultWhen } from './mock/fault.js'
export type { ActiveFault, AddedFault, Faults, ReleaseOptions } from './mock/faults.js'
export type { EntryWhere, Requests } from './mock/request-log.js'
export type { RequestEntry } from './mock/request-entry.js'
export type { SentResponse } from './mock/sent-response.js'

export { buildRole } from './convention/role/records.js'
export { buildUser } from './convention/user/records.js'
export { buildVolunteer } from './convention/volunteer/records.js'
export type { CustomOperation, OperationName } from './api/match-path.js'
export type { Credential, TokenOptions, TokenScopes } from './api/credentials.js'
export type { FactoryOptions } from './dataset/build.js'
export type { DeepPartial, Where } from './dataset/where.js'
export { edgeCases, type EdgeCase, type EdgeCases } from './convention/edge-cases.js'
export type { PageOptions, RecordPage } from './dataset/page.js'
export type { Records } from './dataset/records.js'
export type { BuiltInDataName } from './convention/built-in-data.js'
export type { MockData, MockDataInput } from './dataset/data-file.js'

export type { AssumptionInput, AssumptionName, Profile, Settings } from './contract/settings.js'
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
export type { OperationId } from './convention/operations.js'
export type { RefusalCode } from './contract/refusal-reasons.js'
export type { AnyScope, Scope, ServiceScope } from './convention/scopes.js'
export type {
  ContactMethod,
  DepartmentAssignment,
  DepartmentState,
  VolunteerOption,
  OptionType,
  Role,
  RoleList,
  User,
  Volunteer,
} from './convention/resources.js'
