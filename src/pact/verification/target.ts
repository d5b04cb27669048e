import { isPlainObject } from '../../contract/plain-object.js'
import type { Scope } from '../../contract/scopes.js'
import { createMockCore, type MockCore } from '../../mock/create-mock.js'
import type { MockOptions } from '../../mock/options.js'
import { startServer } from '../../server/start-server.js'
import { requestToken, type ClientCredentials } from './client-credentials.js'
import { checkedFixtures, type Fixtures } from '../states/fixtures.js'
import { forward, jsonOf, type Send } from './forward.js'
import type { Scene, StateDefinition, StateValues } from '../states/definition.js'
import { SetupProblem } from './problem.js'
import { mockTokens, serviceTokens, type ServiceTokens, type TokenSource } from './tokens.js'

/** A real service to verify. */
export interface ServiceOptions {
  /** Where it is: what comes before `/api/v0`. */
  readonly url: string
  /** Tokens by scope. They are sent to the service, and neither printed nor written. */
  readonly tokens?: ServiceTokens | undefined
  /** How to get tokens, where none is given for a scope. */
  readonly clientCredentials?: ClientCredentials | undefined
  /** Users of the service that states are mapped to: `{ userId: '123' }`. */
  readonly fixtures?: Fixtures | undefined
}

/** What pacts are verified against. */
export interface Target {
  readonly kind: 'mock' | 'service'
  readonly url: URL
  readonly tokens: TokenSource
  /** The mock; nothing where it is a real service. */
  readonly mock: MockCore | undefined
  /** How many requests have reached it, where that is known: a mock counts them. */
  readonly received: () => number | undefined
  /** Goes back to the beginning, before each interaction. */
  readonly reset: () => Promise<void>
  /** Brings a state about. */
  readonly apply: (definition: StateDefinition, scene: Scene, parameters: object) => Promise<StateValues>
  readonly close: () => Promise<void>
}

/** Whether it is a mock, and not the options for one. */
export function isMock(value: MockOptions | MockCore): value is MockCore {
  return isPlainObject(value) && typeof (value as Partial<MockCore>).fetch === 'function'
}

/** Starts the mock on a free port of 127.0.0.1. */
export async function mockTarget(given: MockOptions | MockCore): Promise<Target> {
  // The report names the assumptions, by the header that names them.
  const mock = isMock(given) ? given : createMockCore({ ...given, assumedHeader: true })
  let received = 0
  const server = await startServer({ mock, port: 0, onRequest: () => received++ })
  return {
    kind: 'mock',
    url: new URL(server.url),
    tokens: mockTokens,
    mock,
    received: () => received,
    reset: () => mock.reset(),
    apply: ({ onMock }, scene, parameters) => onMock({ mock, scene }, parameters as never),
    async close() {
      await server.close()
      if (mock === given) await mock.reset()
    },
  }
}

/** A real service, which is looked at and not changed. */
export function serviceTarget(options: ServiceOptions, send: Send, maxMs: number): Target {
  const { clientCredentials } = options
  const url = new URL(options.url)
  const fixtures = checkedFixtures(options.fixtures ?? {})
  const tokens = serviceTokens(
    options.tokens ?? {},
    clientCredentials && ((wanted) => requestToken(clientCredentials, wanted, send)),
  )

  async function get(path: string, scope: Scope): Promise<unknown> {
    const headers = { authorization: `Bearer ${await tokens.withScopes([scope], false)}` }
    const response = await forward(send, url, { method: 'GET', path, headers, body: Buffer.alloc(0) }, maxMs)
    const place = `GET ${path.replace(/\?.*$/, '?…')}`
    if (response.status === 401) throw new SetupProblem(`the service refuses the token for ${scope}`)
    if (response.status < 200 || response.status > 299) {
      throw new SetupProblem(`the service answers ${response.status} to ${place}`)
    }
    const body = jsonOf(response)
    if (body !== undefined) return body
    throw new SetupProblem(`the service does not answer with JSON to ${place}`)
  }

  return {
    kind: 'service',
    url,
    tokens,
    mock: undefined,
    received: () => undefined,
    reset: async () => {},
    apply: ({ onService }, scene, parameters) => onService({ fixtures, scene, get }, parameters as never),
    close: async () => {},
  }
}
