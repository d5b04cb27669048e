import { isPlainObject } from '../../contract/plain-object.js'
import { nearest, shown } from '../../contract/settings.js'
import { check } from '../../contract/validate.js'
import type { MockCore } from '../../mock/create-mock.js'
import type { NamedState } from '../pacts/pact-file.js'
import { SetupProblem } from '../verification/problem.js'
import type { Scene, StateValues } from './definition.js'
import { findState, parametersIn, stateNames } from './provider-states.js'
import type { Target } from '../verification/target.js'

/** What a pact gives to a state. What is in it is known to the author of the pact alone. */
// oxlint-disable-next-line typescript/no-explicit-any -- with unknown every use would need a cast
export type StateParameters = { readonly [name: string]: any }

/** What a state of a team's own is given. */
export type StateContext = {
  /** Where the target is. */
  readonly url: string
} & (
  | {
      readonly target: 'mock'
      /** The mock that is verified, to create records in it. */
      readonly mock: MockCore
    }
  | {
      /** A real service is verified. */
      readonly target: 'service'
      readonly mock: undefined
    }
)

/**
 * Brings a state about. What it gives back are the values for `fromProviderState`. What it throws is a problem of the
 * set-up; a `StateUnavailable` says that this target cannot have the state.
 */
export type StateHandler = (
  parameters: StateParameters,
  context: StateContext,
) => StateValues | void | Promise<StateValues | void>

/** States of a team's own by name. Its parameters may stand in it: `an order of user {userId} exists`. */
export type StateHandlers = { readonly [name: string]: StateHandler }

/** Parameters from the text of a state and from its own list, which must not contradict each other. */
function joined(state: NamedState, inText: { readonly [name: string]: string }): { [name: string]: unknown } {
  for (const [name, value] of Object.entries(inText)) {
    const given = state.parameters[name]
    if (given !== undefined && shown(given) !== value) {
      throw new SetupProblem(`"${name}" is ${value} in its name and ${shown(given)} in its parameters`)
    }
  }
  return { ...inText, ...state.parameters }
}

async function runOwn(handler: StateHandler, parameters: object, target: Target): Promise<StateValues> {
  const { kind, mock, url } = target
  const address = url.href.replace(/\/$/, '')
  const context: StateContext =
    mock && kind === 'mock'
      ? { target: 'mock', mock, url: address }
      : { target: 'service', mock: undefined, url: address }
  const values = await handler(parameters, context)
  if (values === undefined) return {}
  if (isPlainObject(values)) return values
  throw new SetupProblem('must give back an object, or nothing')
}

/** A state that has been brought about. */
export interface StateOutcome {
  /** Its parameters, wherever the pact has them. */
  readonly parameters: { readonly [name: string]: unknown }
  readonly values: StateValues
}

/**
 * Brings a state about in the target.
 *
 * @throws SetupProblem When there is no such state, or a parameter is wrong; whatever a team's own state throws.
 */
export async function runState(
  state: NamedState,
  scene: Scene,
  target: Target,
  own: StateHandlers,
): Promise<StateOutcome> {
  for (const [form, handler] of Object.entries(own)) {
    const inText = parametersIn(form, state.name)
    if (!inText) continue
    const parameters = joined(state, inText)
    return { parameters, values: await runOwn(handler, parameters, target) }
  }
  const found = findState(state.name)
  if (!found) {
    const meant = nearest(state.name, [...stateNames, ...Object.keys(own)])
    throw new SetupProblem(`there is no such state; did you mean "${meant}"?`)
  }
  const { definition } = found
  const parameters = joined(state, found.parameters)
  const { issues, value } = check(definition.parameters, parameters)
  if (issues.length > 0) {
    const [issue] = issues
    const names = Object.keys(definition.parameters.shape)
    const known = names.length === 0 ? 'it takes no parameters' : `its parameters are: ${names.join(', ')}`
    throw new SetupProblem(`${[...(issue?.path ?? []), issue?.message].join(': ')}; ${known}`)
  }
  return { parameters, values: await target.apply(definition, scene, value!) }
}
