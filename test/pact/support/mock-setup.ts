import { onTestFinished } from 'vitest'
import { runState, type StateHandlers } from '../../../src/pact/states/state-runner.js'
import type { InteractionContext, StateValues } from '../../../src/pact/states/definition.js'
import { mockTarget } from '../../../src/pact/verification/mock-target.js'
import type { MockCore } from '../../../src/server.js'

/** The parameters of a state in a pact. */
export type StateParameters = { readonly [name: string]: unknown }

/** A mock for the states of one interaction. */
export interface TestSetup {
  readonly mock: MockCore
  /** Sets a state up. */
  readonly given: (name: string, parameters?: StateParameters) => Promise<StateValues>
}

/** Creates a setup, closed when the test is over. */
export async function createMockSetup(
  options: Parameters<typeof mockTarget>[0] = { data: 'empty' },
  states: StateHandlers = {},
): Promise<TestSetup> {
  const target = mockTarget(options)
  onTestFinished(target.close)
  const context: InteractionContext = { token: [], ids: new Set() }
  return {
    mock: target.mock!,
    given: async (name, parameters = {}) =>
      (await runState({ name, parameters }, context, target, states)).values,
  }
}
