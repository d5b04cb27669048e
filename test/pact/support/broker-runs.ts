import { beforeAll } from 'vitest'
import { startIndependentService } from '../../support/independent-service.js'
import type { BrokerOptions, ServiceOptions, VerifyOptions } from '../../../src/pact.js'
import {
  startFakeBroker,
  type ConsumerVersion,
  type FakeBroker,
  type FakeBrokerOptions,
  type Received,
} from './fake-broker.js'
import { pactOf, type Interaction } from './pacts.js'
import { fixtures, users } from './service-users.js'

export const TOKEN = 'token-of-the-broker'
export const PROVIDER = 'convention-read-api'

export const rolesInteraction: Interaction = { description: 'the roles' }
export const volunteerInteraction: Interaction = {
  description: 'a volunteer',
  states: [['a volunteer exists', { userId: '42' }]],
  path: '/api/v0/users/42/volunteer',
}
export const failingInteraction: Interaction = { description: 'a teapot', status: 418 }

/** Options that publish the results. */
export const publishOptions = {
  publish: true,
  providerVersion: '1.2.3',
  providerBranch: 'feat/x',
  buildUrl: 'https://ci.example.com/7',
}

/** A version of a consumer. By default, it is on the main branch, and its pact is in V4. */
interface Contract extends Partial<ConsumerVersion> {
  readonly specification?: 3 | 4
  readonly interactions?: readonly Interaction[]
}

/** Starts a broker with these contracts, closed when the test is over. */
export function openBroker(
  contracts: readonly Contract[] = [{}],
  options?: FakeBrokerOptions,
): Promise<FakeBroker> {
  const versions = contracts.map(({ specification = 4, interactions = [rolesInteraction], ...rest }) => {
    const { consumer, provider } = { consumer: 'web', provider: PROVIDER, ...rest }
    const pact = pactOf(specification, interactions, { consumer, provider })
    return { version: '1', branch: 'main', isDeployed: false, pact, ...rest, consumer, provider }
  })
  return startFakeBroker(versions, TOKEN, options)
}

/** The service whose results are published. */
let service: ServiceOptions

beforeAll(async () => {
  const server = await startIndependentService({ users })
  const tokens = { 'volunteer:read': 'tok-volunteer', 'user:read': 'tok-user' }
  service = { url: server.url, tokens, fixtures: { userId: fixtures.userId } }
  return () => server.close()
})

export function brokerOptions(
  { url }: { readonly url: string },
  broker: Partial<BrokerOptions> = {},
  rest: VerifyOptions = {},
) {
  const options = { provider: PROVIDER, broker: { url, token: TOKEN, ...broker } }
  return { ...options, ...(broker.publish ? { against: service } : {}), ...rest }
}

export function isResults({ method, path }: Received): boolean {
  return method === 'POST' && path.endsWith('/verification-results')
}

export function isPact({ method, path }: Received): boolean {
  return method === 'GET' && path.includes('/pact-version/')
}

export function isQuery({ method, path }: Received): boolean {
  return method === 'POST' && path.endsWith('/for-verification')
}
