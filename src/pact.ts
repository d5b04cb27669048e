// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export { like } from './pact/like/like.js'
export type { Needs } from './contract/needs.js'
export type { Example, Template } from './pact/like/like-template.js'
export { providerStates } from './pact/states/provider-states.js'
export { StateUnavailableError, type GivenState, type StateValues } from './pact/states/definition.js'
export type { StateContext, StateHandler, StateHandlers } from './pact/states/state-runner.js'
export { verifyPacts } from './pact/verification/verify.js'
export {
  providerVerification,
  type ProviderVerification,
} from './pact/verification/provider-verification.js'
export type { VerifyOptions } from './pact/verification/verify-options.js'
export type { ServiceOptions } from './pact/verification/target.js'
export { VerificationError, type InteractionReport, type VerificationReport } from './pact/report/report.js'
