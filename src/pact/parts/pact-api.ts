import type { Api } from '../../contract/api.js'
import { compile, type CompiledApi } from '../../contract/compile.js'
import type { DefinedState, FixtureSchemas, StateDefinition } from '../states/definition.js'
import { tokenStates } from '../states/token-states.js'
import type { OperationInPacts } from './entry.js'

/** The provider states by their names in `providerStates`. */
interface DefinedStates {
  readonly [name: string]: DefinedState<never>
}

/** What pacts say about an API, as a value. */
export interface PactParts {
  /** The provider states, without those of the token. */
  readonly states: DefinedStates
  /** What pacts say about the operations. A recorded pact has no interactions of the others. */
  readonly operations: { readonly [operation: string]: OperationInPacts }
  /** The option `fixtures`: ids for states that cannot be set up in a real service. */
  readonly fixtures: FixtureSchemas
}

/** An API with what pacts say about it. */
export interface PactApi extends PactParts {
  readonly api: CompiledApi
  /** All provider states by their names in pacts. */
  readonly definitions: ReadonlyMap<string, StateDefinition>
}

/** @throws Error If two states have the same text: a pact only has the text, so it could mean either. */
export function bindPacts(value: Api, parts: PactParts): PactApi {
  return bindCompiled(compile(value), parts)
}

export function bindCompiled(api: CompiledApi, parts: PactParts): PactApi {
  const states = Object.freeze({ ...parts.states, ...tokenStates(api) })
  const definitions = new Map<string, StateDefinition>()
  for (const [state, { definition }] of Object.entries(states)) {
    const { name } = definition
    if (definitions.has(name))
      throw new Error(`the provider state ${state}: another one has the text "${name}"`)
    definitions.set(name, definition)
  }
  return { ...parts, api, states, definitions }
}
