import { expect, onTestFinished } from 'vitest'
import {
  verifyPacts,
  type ServiceOptions,
  type VerificationReport,
  type VerifyOptions,
} from '../../../src/pact.js'
import { startIndependentService } from '../../support/independent-service.js'
import { expectFailure, outcomesIn } from './failure.js'
import { pactFile, type Interaction } from './pacts.js'
import { relayTo, type RelayedRequest } from './relay.js'

/** Tokens of the service, by scope. */
const tokens = {
  'volunteer:read': 'real-volunteer-reader',
  'user:read': 'real-user-reader',
  expired: 'real-expired',
}

/** A real service with its own tokens, below a base path. */
export interface RealService {
  readonly against: ServiceOptions
  /** The requests that it received. */
  readonly seen: RelayedRequest[]
}

/** Starts the independent service, closed when the test is over. */
export async function openService(options: Parameters<typeof startIndependentService>[0] = {}) {
  const service = await startIndependentService(options)
  onTestFinished(() => service.close())
  return service
}

/** Starts a service without users and roles, closed when the test is over. */
export async function startRealService(
  more: Partial<ServiceOptions> = {},
  options: Parameters<typeof openService>[0] = {},
): Promise<RealService> {
  const service = await openService({
    tokens: {
      'real-volunteer-reader': ['volunteer:read'],
      'real-user-reader': ['user:read'],
      'real-both': ['volunteer:read', 'user:read'],
    },
    users: [],
    roles: [],
    ...options,
  })
  const relay = await relayTo(service.url, '/tenants/one')
  return { against: { url: relay.url, tokens, ...more }, seen: relay.seen }
}

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

/** Expects that interactions are skipped with a service, and returns the reasons. */
export async function reasonsOfSkipped(
  { against }: RealService,
  ...interactions: readonly Interaction[]
): Promise<(string | undefined)[]> {
  const { report } = await expectFailure({ pacts: pactFile(...interactions), against }, 2)
  expect(report.outcome).toBe('problem')
  expect(report.interactions).toMatchObject(interactions.map(() => ({ outcome: 'skipped', mismatches: [] })))
  return report.interactions.map(({ reason }) => reason)
}
