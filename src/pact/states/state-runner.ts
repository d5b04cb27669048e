import { isPlainObject } from '../../common/plain-object.js'
import { asText, escapePattern, preview } from '../../common/text.js'
import { check } from '../../common/validate.js'
import type { MockCore } from '../../mock/mock-core.js'
import type { NamedState } from '../pacts/pact-file.js'
import { SetupProblem } from '../../common/errors.js'
import type { GivenState, InteractionContext, StateTarget, StateValues } from './definition.js'

/** The parameters of a state in a pact. Their types depend on the pact. */
// oxlint-disable-next-line typescript/no-explicit-any -- with unknown every use would need a cast
type StateParameters = { readonly [name: string]: any }

/** The second argument of your own provider states: the target that is verified. */
export type StateContextOf<Mock> =
  | {
      /** The mock is verified. */
      readonly target: 'mock'
      /** The mock: create and change records here. */
      readonly mock: Mock
      /** The mock answers in this process, so it has no URL. */
      readonly url: undefined
    }
  | {
      /** A real service is verified. */
      readonly target: 'service'
      /** A real service has no mock. */
      readonly mock: undefined
      /** The base URL of the service, without a slash at the end. */
      readonly url: string
    }

/**
 * Sets up a provider state. `fromProviderState` in the pact reads the values that it returns. An error fails the
 * interaction as a `problem`; throw a `StateUnavailableError` if the target cannot have the state.
 */
export type StateHandlerOf<Mock> = (
  parameters: StateParameters,
  context: StateContextOf<Mock>,
) => StateValues | void | Promise<StateValues | void>

/** A provider state with a teardown, as in `@pact-foundation/pact`. */
interface StateHooks<Mock> {
  /** Runs before the request. */
  readonly setup?: StateHandlerOf<Mock> | undefined
  readonly teardown?: StateHandlerOf<Mock> | undefined
}

/** The provider states of a user, by name. @typeParam Mock The type of the mock. */
export interface StateHandlersOf<Mock> {
  readonly [name: string]: StateHandlerOf<Mock> | StateHooks<Mock> | GivenState
}

type StateHandler = StateHandlerOf<MockCore>

export interface StateHandlers extends StateHandlersOf<MockCore> {}

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

/** Reads the parameters of a form such as `an order of user {userId}` from a text. Returns `undefined` if it does not match. */
function parametersIn(form: string, text: string): { [name: string]: string } | undefined {
  if (form === text) return {}
  const source = escapePattern(form).replaceAll(/\{(\w+)\}/g, (parameter, name, at, whole: string) =>
    // One that is repeated has the same value.
    whole.indexOf(parameter) < at ? String.raw`\k<${name}>` : String.raw`(?<${name}>[^\s()]+)`,
  )
  const match = new RegExp(`^${source}$`).exec(text)
  return match ? { ...match.groups } : undefined
}

/** Merges the parameters in the name of a state with those in its list, which must not contradict each other. */
function mergeParameters(
  state: NamedState,
  inText: { readonly [name: string]: string },
): { [name: string]: unknown } {
  for (const [name, value] of Object.entries(inText)) {
    const given = state.parameters[name]
    if (given !== undefined && asText(given) !== value) {
      throw new SetupProblem(
        `the name of the state has ${name}=${preview(value)}, but its parameters have ${name}=${preview(given)}`,
      )
    }
  }
  return { ...inText, ...state.parameters }
}

function createContext({ mock, url }: StateTarget): StateContextOf<MockCore> {
  if (mock) return { target: 'mock', mock, url: undefined }
  return { target: 'service', mock: undefined, url: url.href.replace(/\/$/, '') }
}

async function runCustomState(
  handler: StateHandler,
  parameters: object,
  target: StateTarget,
): Promise<StateValues> {
  const values = await handler(parameters, createContext(target))
  if (values === undefined) return {}
  if (isPlainObject(values)) return values
  throw new SetupProblem('it must return an object or nothing')
}

export interface StateOutcome {
  /** The parameters, from the name and from the list. */
  readonly parameters: { readonly [name: string]: unknown }
  readonly values: StateValues
  readonly teardown?: () => Promise<unknown>
}

async function runBuiltInState(
  state: NamedState,
  context: InteractionContext,
  target: StateTarget,
  customStates: StateHandlers,
): Promise<StateOutcome> {
  const { api, definitions } = target
  const definition = definitions.get(state.name)
  if (!definition) {
    const names = [...definitions.keys(), ...Object.keys(customStates)]
    throw new SetupProblem(`unknown state; known states: ${names.map((name) => `"${name}"`).join(', ')}`)
  }
  const { shape } = definition.parameters
  const { lastIds, requestedIds } = context
  const fromPath = api.stateIds.filter((name) => name in shape && lastIds[name] === undefined)
  const parameters = {
    // Some pacts have the id only in the path.
    ...Object.fromEntries(fromPath.map((name) => [name, requestedIds[name]])),
    ...state.parameters,
  }
  const { issues, value } = check(definition.parameters, parameters)
  if (issues.length > 0) {
    const [issue] = issues
    const names = Object.keys(shape)
    const known =
      names.length === 0 ? 'this state has no parameters' : `known parameters: ${names.join(', ')}`
    throw new SetupProblem(`${[...(issue?.path ?? []), issue?.message].join(': ')}; ${known}`)
  }
  return { parameters, values: await target.apply(definition, context, value!) }
}

/** @throws SetupProblem If the state is unknown or a parameter is invalid. Errors of custom states are passed on. */
export async function runState(
  state: NamedState,
  context: InteractionContext,
  target: StateTarget,
  customStates: StateHandlers,
): Promise<StateOutcome> {
  for (const [form, handler] of Object.entries(customStates)) {
    const inText = parametersIn(form, state.name)
    if (!inText) continue
    const parameters = mergeParameters(state, inText)
    if (isAlias(handler)) {
      const [name, fixed] = handler
      return runBuiltInState({ name, parameters: { ...fixed, ...parameters } }, context, target, customStates)
    }
    const { setup, teardown } = typeof handler === 'function' ? { setup: handler } : handler
    const values = setup ? await runCustomState(setup, parameters, target) : {}
    if (!teardown) return { parameters, values }
    return { parameters, values, teardown: () => runCustomState(teardown, parameters, target) }
  }
  return runBuiltInState(state, context, target, customStates)
}

/** Whether a state is about records that exist. `undefined` for your own functions, which may be. */
export function needsRecords(
  { name }: NamedState,
  { definitions }: StateTarget,
  customStates: StateHandlers,
): boolean | undefined {
  const handler = Object.entries(customStates).find(([form]) => parametersIn(form, name))?.[1]
  if (handler && !isAlias(handler)) return undefined
  return definitions.get(handler ? handler[0] : name)?.needsRecords === true
}

function isAlias(handler: StateHandlers[string]): handler is GivenState {
  return Array.isArray(handler)
}
