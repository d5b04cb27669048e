import { isPlainObject } from '../../contract/plain-object.js'
import { shown } from '../../contract/settings.js'
import { check } from '../../contract/validate.js'
import type { MockCore } from '../../mock/create-mock.js'
import type { NamedState } from '../pacts/pact-file.js'
import { SetupProblem } from '../verification/problem.js'
import type { GivenState, Scene, StateValues } from './definition.js'
import { findState, parametersIn, stateNames } from './provider-states.js'
import { similarStates } from './suggest-state.js'
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

/** A state that is brought about before the request, and cleared away after it; as `@pact-foundation/pact` has them. */
export interface StateHooks {
  readonly setup?: StateHandler | undefined
  readonly teardown?: StateHandler | undefined
}

/**
 * States of a team's own by name. Parameters may stand in the name: `an order of user {userId} exists`. Each is a
 * function, an object with `setup` and `teardown`, or one of conmock's under another name.
 *
 * @example
 * const states = {
 *   'user {userId} exists': providerStates.volunteerExists(),
 *   'the till is open': async (parameters, { mock }) => { … },
 * }
 */
export interface StateHandlers {
  readonly [name: string]: StateHandler | StateHooks | GivenState
}

/** Whether a value is what a team may give for a state. */
export function isStateHandler(value: unknown): value is StateHandlers[string] {
  if (Array.isArray(value)) {
    const [name, parameters = {}] = value as unknown[]
    return value.length <= 2 && typeof name === 'string' && isPlainObject(parameters)
  }
  if (typeof value === 'function') return true
  const hooks = isPlainObject(value) ? Object.entries(value) : []
  return (
    hooks.length > 0 &&
    hooks.every(([name, hook]) => ['setup', 'teardown'].includes(name) && typeof hook === 'function')
  )
}

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

function contextOf({ mock, url }: Target): StateContext {
  const address = url.href.replace(/\/$/, '')
  return mock ? { target: 'mock', mock, url: address } : { target: 'service', mock: undefined, url: address }
}

async function runOwn(handler: StateHandler, parameters: object, target: Target): Promise<StateValues> {
  const values = await handler(parameters, contextOf(target))
  if (values === undefined) return {}
  if (isPlainObject(values)) return values
  throw new SetupProblem('must give back an object, or nothing')
}

/** A state that has been brought about. */
export interface StateOutcome {
  /** Its parameters, wherever the pact has them. */
  readonly parameters: { readonly [name: string]: unknown }
  readonly values: StateValues
  /** Clears it away, after the request. */
  readonly teardown?: () => Promise<unknown>
}

function unknownState(name: string, own: StateHandlers): SetupProblem {
  const names = [...stateNames, ...Object.keys(own)]
  const [meant] = similarStates(name, names)
  const list = () => `the states are: ${names.map((each) => `"${each}"`).join(', ')}`
  return new SetupProblem(
    `there is no such state; ${meant === undefined ? list() : `did you mean "${meant}"?`}`,
  )
}

async function runDefined(
  state: NamedState,
  scene: Scene,
  target: Target,
  own: StateHandlers,
): Promise<StateOutcome> {
  const found = findState(state.name)
  if (!found) throw unknownState(state.name, own)
  const { definition } = found
  const given = joined(state, found.parameters)
  const { shape } = definition.parameters
  const parameters = {
    // The pact may name the user in the path alone.
    ...('userId' in shape && scene.userId === undefined ? { userId: scene.requestedUserId } : {}),
    ...given,
  }
  const { issues, value } = check(definition.parameters, parameters)
  if (issues.length > 0) {
    const [issue] = issues
    const names = Object.keys(shape)
    const known = names.length === 0 ? 'it takes no parameters' : `its parameters are: ${names.join(', ')}`
    throw new SetupProblem(`${[...(issue?.path ?? []), issue?.message].join(': ')}; ${known}`)
  }
  return { parameters, values: await target.apply(definition, scene, value!) }
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
    if (isAlias(handler)) {
      const [name, fixed] = handler
      return runDefined({ name, parameters: { ...fixed, ...parameters } }, scene, target, own)
    }
    const { setup, teardown } = typeof handler === 'function' ? { setup: handler } : handler
    const values = setup ? await runOwn(setup, parameters, target) : {}
    if (!teardown) return { parameters, values }
    return { parameters, values, teardown: () => runOwn(teardown, parameters, target) }
  }
  return runDefined(state, scene, target, own)
}

function isAlias(handler: StateHandlers[string]): handler is GivenState {
  return Array.isArray(handler)
}
