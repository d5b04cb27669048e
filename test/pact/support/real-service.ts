import { onTestFinished } from 'vitest'
import type { ServiceOptions } from '../../../src/pact/verification/target.js'
import { startIndependentService } from '../../support/independent-service.js'
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
