import { expect } from 'vitest'
import { verifyPacts, type VerificationReport, type VerifyOptions } from '../../../src/pact.js'
import { pactFile, type Interaction } from './pacts.js'
import type { RealService } from './real-service.js'
import { expectFailure, outcomesIn } from './failure.js'

/** Verifies interactions against a service, and expects that all of them succeed. */
export async function verifyIn(
  { against }: RealService,
  interactions: readonly Interaction[],
  options: VerifyOptions = {},
): Promise<VerificationReport> {
  const report = await verifyPacts({ ...options, pacts: pactFile(...interactions), against })
  expect(outcomesIn(report)).toEqual(interactions.map(() => 'verified'))
  expect(report.target).toEqual({ kind: 'service', url: against.url })
  return report
}

async function reasonFor(
  outcome: 'skipped' | 'problem',
  { against }: RealService,
  interaction: Interaction,
): Promise<string> {
  const { report } = await expectFailure({ pacts: pactFile(interaction), against }, 2)
  expect(report.outcome).toBe('problem')
  expect(report.interactions).toMatchObject([{ outcome, mismatches: [] }])
  return report.interactions[0]?.reason ?? ''
}

/** Expects that an interaction is skipped with a service, and returns the reason. */
export function expectSkipped(service: RealService, interaction: Interaction): Promise<string> {
  return reasonFor('skipped', service, interaction)
}

/** Expects that an interaction is a problem with a service, and returns the reason. */
export function expectProblem(service: RealService, interaction: Interaction): Promise<string> {
  return reasonFor('problem', service, interaction)
}
