import { expect } from 'vitest'
import { verifyPacts, type VerificationReport, type VerifyOptions } from '../../../src/pact.js'
import { pactFile, type Interaction } from './pacts.js'
import type { RealService } from './real-service.js'
import { refusal } from './refusal.js'

/** Lets interactions be verified in a service, and expects that each is. */
export async function verifyIn(
  { target }: RealService,
  interactions: readonly Interaction[],
  options: VerifyOptions = {},
): Promise<VerificationReport> {
  const report = await verifyPacts({ ...options, pacts: pactFile(...interactions), target })
  expect(report.interactions.map(({ outcome }) => outcome)).toEqual(interactions.map(() => 'verified'))
  expect(report.target).toEqual({ kind: 'service', url: target.url })
  return report
}

async function reasonFor(
  outcome: 'skipped' | 'problem',
  { target }: RealService,
  interaction: Interaction,
): Promise<string> {
  const { report, exitCode } = await refusal({ pacts: pactFile(interaction), target })
  expect(exitCode).toBe(2)
  expect(report.outcome).toBe('problem')
  expect(report.interactions).toMatchObject([{ outcome, mismatches: [] }])
  return report.interactions[0]?.reason ?? ''
}

/** Expects one interaction to be skipped in a service, and gives the reason. */
export function skipped(service: RealService, interaction: Interaction): Promise<string> {
  return reasonFor('skipped', service, interaction)
}

/** Expects one interaction not to be verified in a service for a problem, and gives it. */
export function problemWith(service: RealService, interaction: Interaction): Promise<string> {
  return reasonFor('problem', service, interaction)
}
