export {
  like,
  type LikeOptions,
  type RolePageOptions,
  type RolePath,
  type VolunteerPath,
} from './pact/like/like.js'
export type { Example, Template } from './pact/like/like-template.js'
export { providerStates, type ProviderStates } from './pact/states/provider-states.js'
export {
  StateUnavailableError,
  type GivenState,
  type ProviderState,
  type StateValues,
} from './pact/states/definition.js'
export { verifyPacts } from './pact/verification/verify.js'
export type { VerifyOptions } from './pact/verification/verify-options.js'
export type { BrokerOptions, ConsumerVersionSelector } from './pact/pacts/broker-source.js'
export type { ClientCredentials } from './pact/verification/client-credentials.js'
export type { Fixtures } from './pact/states/fixtures.js'
export type {
  StateContext,
  StateHandler,
  StateHandlers,
  StateHooks,
  StateParameters,
} from './pact/states/state-runner.js'
export type { ServiceOptions } from './pact/verification/target.js'
export type { ServiceTokens } from './pact/verification/tokens.js'
export { formatJunit } from './pact/report/format-junit.js'
export { formatReport, type Colors } from './pact/report/format-report.js'
export {
  VerificationError,
  type InteractionOutcome,
  type InteractionReport,
  type Mismatch,
  type VerificationReport,
} from './pact/report/report.js'
export { InvalidOptionError } from './common/errors.js'
export { findDrift, type DriftOptions } from './pact/verification/find-drift.js'
export type { Agreement, DriftReport, InteractionDrift } from './pact/report/drift-report.js'
export { formatDrift } from './pact/report/format-drift.js'
