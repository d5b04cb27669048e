export {
  like,
  type LikeOptions,
  type RolePageOptions,
  type RolePath,
  type VolunteerPath,
} from './pact/like.js'
export type { Example, Template } from './pact/like-template.js'
export { providerStates, type ProviderStates } from './pact/states/provider-states.js'
export {
  StateUnavailable,
  type GivenState,
  type ProviderState,
  type StateValues,
} from './pact/states/definition.js'
export { verifyPacts } from './pact/verify.js'
export type { VerifyOptions } from './pact/verify-options.js'
export type { BrokerOptions, ConsumerVersionSelector } from './pact/broker-source.js'
export type { ClientCredentials } from './pact/client-credentials.js'
export type { Fixtures } from './pact/states/fixtures.js'
export type { StateContext, StateHandler, StateHandlers, StateParameters } from './pact/state-runner.js'
export type { ServiceOptions } from './pact/target.js'
export type { ServiceTokens } from './pact/tokens.js'
export { formatJunit } from './pact/format-junit.js'
export { formatReport, type Paints } from './pact/format-report.js'
export {
  VerificationError,
  type InteractionOutcome,
  type InteractionReport,
  type Mismatch,
  type VerificationReport,
} from './pact/report.js'
export { InvalidOptionError } from './contract/errors.js'
export {
  compareProviders,
  type Agreement,
  type CompareOptions,
  type ComparisonReport,
  type InteractionComparison,
} from './pact/compare.js'
export { formatComparison } from './pact/format-comparison.js'
