import { onTestFinished } from 'vitest'
import type { MockOptions } from '../../../src/index.js'
import type { StateHandlers } from '../../../src/pact.js'
import { runState } from '../../../src/pact/states/state-runner.js'
import { createInteractionContext, type StateValues } from '../../../src/pact/states/definition.js'
import { mockTarget } from '../../../src/pact/verification/mock-target.js'
import type { MockCore } from '../../../src/server.js'
import { pacts } from './convention-pacts.js'

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
  options: MockOptions = { data: 'empty' },
  states: StateHandlers = {},
): Promise<TestSetup> {
  const target = mockTarget(pacts, options as object)
  onTestFinished(target.close)
  const context = createInteractionContext()
  return {
    mock: target.shown.mock as object as MockCore,
    given: async (name, parameters = {}) =>
      (await runState({ name, parameters }, context, target, states as never)).values,
  }
}
