import type { AssumptionName } from '../../src/convention/assumptions.js'
import { convention } from '../../src/convention/convention.js'
import { conventionPacts } from '../../src/convention/pacts.js'
import { conventionProbe } from '../../src/convention/probed.js'
import type { Coverage, Needs } from '../../src/convention/types.js'
import type { MockCore, MockOptions } from '../../src/index.js'
import type { StateHandlers as EngineStates } from '../../src/pact/states/state-runner.js'
import type { ServiceOptions, StateHandlers, VerifyOptions } from '../../src/pact.js'
import { bindPacts } from '../../src/pact/parts/pact-api.js'
import { createCatalogue } from '../../src/pact/recording/catalogue.js'
import { recordPact as recordPactOf } from '../../src/pact/recording/record-pact.js'
import { mockTarget as mockTargetOf } from '../../src/pact/verification/mock-target.js'
import { runVerification as runVerificationOf } from '../../src/pact/verification/verify.js'
import { bindProbe } from '../../src/probe/probe-api.js'
import { probe as probeOf, type Finding } from '../../src/probe/probe.js'

// Pacts and the probe with the convention, for tests of their parts.

export const pactApi = bindPacts(convention, conventionPacts)
export const probeApi = bindProbe(convention, conventionProbe)

export const catalogue = createCatalogue(pactApi)

/** @param states They get mocks of the convention. */
export function ownStates(states: StateHandlers): EngineStates {
  return states as object as EngineStates
}

export function mockTarget(given: MockOptions | MockCore) {
  return mockTargetOf(pactApi, given as object)
}

export function runVerification(options: VerifyOptions, run?: Parameters<typeof runVerificationOf>[2]) {
  return runVerificationOf(pactApi, options as object, run)
}

export function recordPact(
  coverage: Coverage,
  names: { readonly consumer: string; readonly provider: string },
  needs?: Needs,
) {
  return recordPactOf(pactApi, coverage, names, needs)
}

/** What a probe has measured. */
export interface ProbeReport extends Awaited<ReturnType<typeof probeOf>> {
  readonly findings: { readonly [Name in AssumptionName]: Finding }
}

export function probe(
  against: ServiceOptions,
  ...others: Parameters<typeof probeOf> extends [unknown, unknown, ...infer Others] ? Others : never
): Promise<ProbeReport> {
  return probeOf(
    probeApi,
    against as object as Parameters<typeof probeOf>[1],
    ...others,
  ) as Promise<ProbeReport>
}
