import { beforeAll, expect, onTestFinished } from 'vitest'
import { startIndependentService } from '../../support/independent-service.js'
import type { BrokerOptions, ServiceOptions, VerifyOptions } from '../../../src/pact.js'
import {
  startFakeBroker,
  type FakeBroker,
  type FakeBrokerOptions,
  type Received,
  type Reply,
} from './fake-broker.js'
import { pactOf, type Interaction } from './pacts.js'
import { fixtures, users } from './service-users.js'

/** Replaces the usual answer of a broker. */
export type AnswerOverride = (request: Received, usual: () => Reply) => Reply

export const TOKEN = 'token-of-the-broker'
export const PROVIDER = 'convention-read-api'
/** The headers that the broker requires. */
export const headers = { authorization: `Bearer ${TOKEN}` }

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

interface Contract {
  readonly consumer?: string
  readonly version?: string
  readonly branch?: string
  readonly provider?: string
  readonly interactions?: readonly Interaction[]
}

export async function send(broker: FakeBroker, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(broker.url + path, { method, headers, body: JSON.stringify(body) })
  expect(response.ok).toBe(true)
}

function withDefaults(contract: Contract) {
  return {
    consumer: 'web',
    version: '1',
    branch: 'main',
    provider: PROVIDER,
    interactions: [rolesInteraction],
    ...contract,
  }
}

export async function publish(broker: FakeBroker, contract: Contract = {}): Promise<void> {
  const { consumer, version, branch, provider, interactions } = withDefaults(contract)
  const pact = JSON.stringify(pactOf(4, interactions, { consumer, provider }))
  await send(broker, 'POST', '/contracts/publish', {
    pacticipantName: consumer,
    pacticipantVersionNumber: version,
    branch,
    contracts: [{ consumerName: consumer, providerName: provider, content: btoa(pact) }],
  })
}

/** Publishes like older clients, which do not use `POST /contracts/publish`. */
export async function publishWithPut(broker: FakeBroker, contract: Contract = {}): Promise<void> {
  const { consumer, version, branch, provider, interactions } = withDefaults(contract)
  const pact = pactOf(3, interactions, { consumer, provider })
  await send(broker, 'PUT', `/pacticipants/${consumer}/branches/${branch}/versions/${version}`, {})
  await send(broker, 'PUT', `/pacts/provider/${provider}/consumer/${consumer}/version/${version}`, pact)
}

/** Starts a broker with these contracts, closed when the test is over. `answer` is only used after that. */
export async function openBroker(
  contracts: readonly Contract[] = [{}],
  { answer, ...options }: FakeBrokerOptions = {},
): Promise<FakeBroker> {
  let filled = false
  const broker = await startFakeBroker({
    token: TOKEN,
    ...options,
    answer: (request, usual) => (filled && answer ? answer(request, usual) : usual()),
  })
  onTestFinished(() => broker.close())
  for (const contract of contracts) await publish(broker, contract)
  filled = true
  return broker
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

/** The requests that the broker received during a run. */
export async function requestsDuring(broker: FakeBroker, run: Promise<unknown>): Promise<Received[]> {
  const before = broker.received.length
  await run
  return broker.received.slice(before)
}

export function isResults({ method, path }: Pick<Received, 'method' | 'path'>): boolean {
  return method === 'POST' && path.endsWith('/verification-results')
}

export function isPact({ method, path }: Received): boolean {
  return method === 'GET' && path.includes('/pact-version/')
}

export function isQuery({ method, path }: Received): boolean {
  return method === 'POST' && path.endsWith('/for-verification')
}
