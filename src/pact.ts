// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
import { convention } from './convention/convention.js'
import { loadPacts } from './convention/load-pacts.js'
import {
  conventionPacts,
  type ExtendedVerifyOptions,
  type ProviderStates,
  type VerifyOptions,
} from './convention/pacts.js'
import type { MockCore } from './convention/types.js'
import type { MockCore as EngineMock } from './mock/mock-core.js'
import { bindPacts } from './pact/parts/pact-api.js'
import type { VerificationReport } from './pact/report/report.js'
import {
  providerVerification as providerVerificationOf,
  type ProviderVerification,
} from './pact/verification/provider-verification.js'
import { verifyPacts as verifyPactsOf } from './pact/verification/verify.js'

const pacts = bindPacts(convention, conventionPacts)

/**
 * All provider states of conmock. Each is a function that takes the parameters and returns the arguments of `given()`.
 *
 * @example
 * pact.addInteraction().given(...providerStates.volunteerExists({ userId: '42' }))
 */
export const providerStates: ProviderStates = pacts.states as object as ProviderStates

/**
 * Verifies pacts with interactions of your own operations.
 *
 * @throws VerificationError and InvalidOptionError Like without `extend`.
 */
export function verifyPacts(options: ExtendedVerifyOptions): Promise<VerificationReport>
/**
 * Verifies pacts against the mock or a real service. Several verifications may run at the same time.
 *
 * @returns The report, if every interaction was verified or is pending.
 * @throws VerificationError In every other case: a contract is broken, a state cannot be set up, no pact was found, the
 *   target cannot be reached, the verifier crashed. Its `report` has the details.
 * @throws InvalidOptionError For invalid options.
 * @example
 * await verifyPacts({ pacts: 'pacts' })
 */
export function verifyPacts(options?: VerifyOptions): Promise<VerificationReport>
export async function verifyPacts(
  options: VerifyOptions | ExtendedVerifyOptions = {},
): Promise<VerificationReport> {
  // In plain JavaScript, the options may be anything.
  const extend = (options as typeof options | null)?.extend
  return verifyPactsOf(extend === undefined ? pacts : await loadPacts(extend), options as object)
}

/**
 * Returns options for the `Verifier` of `@pact-foundation/pact`, to verify pacts from a broker against a mock. The mock is
 * reset before each interaction. Prefer `verifyPacts` for pacts in files: it checks more.
 *
 * @example
 * new Verifier({ providerBaseUrl: server.url, ...providerVerification(server.mock), pactBrokerUrl })
 */
export function providerVerification(mock: MockCore): ProviderVerification {
  return providerVerificationOf(pacts, mock as object as EngineMock)
}

export { like } from './convention/like.js'
export type { Needs } from './convention/types.js'
export type { Example, Template } from './pact/like/like-template.js'
export { StateUnavailableError, type GivenState, type StateValues } from './pact/states/definition.js'
export type {
  ExtendedVerifyOptions,
  ServiceOptions,
  StateContext,
  StateHandler,
  StateHandlers,
  VerifyOptions,
} from './convention/pacts.js'
export type { ProviderVerification } from './pact/verification/provider-verification.js'
export { VerificationError, type InteractionReport, type VerificationReport } from './pact/report/report.js'
