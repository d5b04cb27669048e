import type { ServiceOptions } from '../../../src/pact/verification/target.js'
import type { MockOptions } from '../../../src/mock/options.js'
import type { MockCore } from '../../../src/server.js'
import { runServer } from '../../support/running-server.js'
import { relayTo, type RelayedRequest } from './relay.js'

/** Tokens of the service, by scope. */
const tokens = {
  'volunteer:read': 'real-volunteer-reader',
  'user:read': 'real-user-reader',
  expired: 'real-expired',
}

/** A stand-in for a real service, with its own ids and tokens, below a base path. */
export interface RealService {
  readonly against: ServiceOptions
  /** The requests that it received. */
  readonly seen: RelayedRequest[]
  /** The mock behind the service, to set its data. */
  readonly mock: MockCore
}

/** Starts a stand-in for a real service, closed when the test is over. */
export async function startRealService(
  more: Partial<ServiceOptions> = {},
  options: MockOptions = {},
): Promise<RealService> {
  const server = await runServer({
    scenario: 'empty',
    tokens: {
      'real-volunteer-reader': ['volunteer:read'],
      'real-user-reader': ['user:read'],
      'real-both': ['volunteer:read', 'user:read'],
    },
    ...options,
  })
  const relay = await relayTo(server.url, '/tenants/one')
  return { against: { url: relay.url, tokens, ...more }, seen: relay.seen, mock: server.mock }
}
