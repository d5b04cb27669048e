import type { IncomingHttpHeaders } from 'node:http'
import { isPlainObject } from '../../common/plain-object.js'
import type { MockCore } from '../../mock/mock-core.js'
import type { PactApi } from '../parts/pact-api.js'
import { createInteractionContext, type InteractionContext, type StateValues } from '../states/definition.js'
import { runState } from '../states/state-runner.js'
import { findRequested } from './interaction-run.js'
import { createMockTarget } from './mock-target.js'
import { setToken } from './tokens.js'

/** What the filter uses of a request of Express. */
interface FilteredRequest {
  readonly method?: string | undefined
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** Options for the `Verifier` of `@pact-foundation/pact`. */
export interface ProviderVerification {
  /** Sets up the provider states of conmock in the mock. */
  readonly stateHandlers: { readonly [name: string]: (parameters?: unknown) => Promise<StateValues> }
  /** Replaces the token in each request by one of the mock, as the states say. */
  readonly requestFilter: (
    request: FilteredRequest,
    response: unknown,
    next: (error?: unknown) => void,
  ) => Promise<void>
}

/** The requests of the verifier for its states. They are not for the mock. */
const OF_VERIFIER = /^\/_pact/

/** Returns options for the `Verifier`. The public function describes them. */
export function providerVerification(pacts: PactApi, mock: MockCore): ProviderVerification {
  /** `undefined` between two interactions: the verifier does not say where one begins. */
  let current: InteractionContext | undefined

  async function context(): Promise<InteractionContext> {
    if (!current) await mock.reset()
    return (current ??= createInteractionContext())
  }

  const target = createMockTarget(pacts, mock)
  const handlers = Array.from(pacts.definitions.keys(), (name) => [
    name,
    async (parameters?: unknown) => {
      const state = { name, parameters: isPlainObject(parameters) ? parameters : {} }
      const { values } = await runState(state, await context(), target, {})
      return values
    },
  ])

  async function replaceToken({ method = 'GET', path, headers }: FilteredRequest): Promise<void> {
    if (OF_VERIFIER.test(path)) return
    const { token } = await context()
    current = undefined
    await setToken(headers, token, findRequested(pacts.api, method, path)?.operation.scope, target)
  }

  return {
    stateHandlers: Object.fromEntries(handlers) as ProviderVerification['stateHandlers'],
    async requestFilter(request, _, next) {
      try {
        await replaceToken(request)
        next()
      } catch (error) {
        next(error)
      }
    },
  }
}
