import { isPlainObject } from '../../common/plain-object.js'
import { asText, escapePattern, preview } from '../../common/text.js'
import { check } from '../../common/validate.js'
import type { MockCore } from '../../mock/mock-core.js'
import type { NamedState } from '../pacts/pact-file.js'
import { SetupProblem } from '../../common/errors.js'
import type {
  GivenState,
  InteractionContext,
  StateContextOf,
  StateTarget,
  StateValues,
  ValueNames,
} from './definition.js'

/** The parameters of a state in a pact. Their types depend on the pact. */
// oxlint-disable-next-line typescript/no-explicit-any -- with unknown every use would need a cast
type StateParameters = { readonly [name: string]: any }

/** Sets up a provider state of a user. @typeParam Mock The type of the mock. */
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
  const source = escapePattern(form).replaceAll(/\{([A-Za-z_]\w*)\}/g, (parameter, name, at, whole: string) =>
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

export interface StateOutcome {
  /** The parameters, from the name and from the list. */
  readonly parameters: { readonly [name: string]: unknown }
  readonly values: StateValues
  readonly valueNames?: ValueNames | undefined
  readonly teardown?: () => Promise<unknown>
}

async function runBuiltInState(
  state: NamedState,
  context: InteractionContext,
  target: StateTarget,
  customStates: StateHandlers,
): Promise<StateOutcome> {
  const { shown, fixtures, get } = target
  const { api, definitions } = target.pacts
  const definition = definitions.get(state.name)
  if (!definition) {
    const names = [...definitions.keys(), ...Object.keys(customStates)]
    const known = names.map((name) => `"${name}"`).join(', ')
    throw new SetupProblem(
      `unknown state; if it is one of an extension, add --extend or the option extend; known states: ${known}`,
    )
  }
  const { shape } = definition.parameters
  // Some pacts have the id only in the path.
  const fromPath = api.stateIds.filter((name) => name in shape && !context.ids[name])
  const parameters = {
    ...Object.fromEntries(fromPath.map((name) => [name, context.requestedIds[name]])),
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
  const setup = { api, context, get }
  const values = await (shown.mock
    ? definition.onMock({ ...setup, mock: shown.mock }, value as never)
    : definition.onService({ ...setup, fixtures }, value as never))
  return { parameters, values, valueNames: definition.valueNames }
}

/** Finds the own state of the user for a state in a pact, with the parameters in its name. */
function findHandler({ name }: NamedState, customStates: StateHandlers) {
  for (const [form, handler] of Object.entries(customStates)) {
    const inText = parametersIn(form, name)
    if (inText) return { handler, inText }
  }
  return undefined
}

/** @throws SetupProblem If the state is unknown or a parameter is invalid. Errors of custom states are passed on. */
export async function runState(
  state: NamedState,
  context: InteractionContext,
  target: StateTarget,
  customStates: StateHandlers,
): Promise<StateOutcome> {
  const found = findHandler(state, customStates)
  if (!found) return runBuiltInState(state, context, target, customStates)
  const { handler, inText } = found
  const parameters = mergeParameters(state, inText)
  if (isAlias(handler)) {
    const [name, fixed] = handler
    return runBuiltInState({ name, parameters: { ...fixed, ...parameters } }, context, target, customStates)
  }
  async function run(hook: StateHandlerOf<MockCore> | undefined): Promise<StateValues> {
    const values = await hook?.(parameters, target.shown)
    if (values === undefined) return {}
    if (isPlainObject(values)) return values
    throw new SetupProblem('it must return an object or nothing')
  }
  const { setup, teardown } = typeof handler === 'function' ? { setup: handler } : handler
  // A state of the user may replace one of an extension, to choose another record of a service for each parameter.
  const valueNames = target.pacts.definitions.get(state.name)?.valueNames
  return { parameters, values: await run(setup), valueNames, teardown: () => run(teardown) }
}

/** Whether a state is about records that exist. `undefined` for your own functions, which may be. */
export function needsRecords(
  state: NamedState,
  { pacts: { definitions } }: StateTarget,
  customStates: StateHandlers,
): boolean | undefined {
  const handler = findHandler(state, customStates)?.handler
  if (handler && !isAlias(handler)) return undefined
  return definitions.get(handler ? handler[0] : state.name)?.needsRecords === true
}

function isAlias(handler: StateHandlers[string]): handler is GivenState {
  return Array.isArray(handler)
}
