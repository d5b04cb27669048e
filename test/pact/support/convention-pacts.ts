import { convention } from '../../../src/convention/convention.js'
import { conventionPacts, type VerifyOptions } from '../../../src/convention/pacts.js'
import type { Coverage, Needs } from '../../../src/convention/types.js'
import { bindPacts } from '../../../src/pact/parts/pact-api.js'
import { buildPact as buildPactOf, createCatalogue } from '../../../src/pact/recording/build-pact.js'
import type { VerificationReport } from '../../../src/pact/report/report.js'
import { runVerification as runVerificationOf } from '../../../src/pact/verification/verify.js'

// The parts of the verification with the convention, for tests of them.

export const pacts = bindPacts(convention, conventionPacts)
export const builtInStates = pacts.definitions
export const inPacts = conventionPacts.operations
export const catalogue = createCatalogue(pacts)

export function runVerification(
  options: VerifyOptions,
  run?: Parameters<typeof runVerificationOf>[2],
): Promise<VerificationReport> {
  return runVerificationOf(pacts, options as object, run)
}

export function buildPact(
  coverage: Coverage,
  names: { readonly consumer: string; readonly provider: string },
  needs?: Needs,
) {
  return buildPactOf(pacts, coverage, names, needs)
}
