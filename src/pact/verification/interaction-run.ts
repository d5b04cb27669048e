import { operationFor, pathMatcher } from '../../api/match-path.js'
import type { CompiledApi } from '../../contract/compile.js'
import { withOrigin, type Operation } from '../../contract/operation.js'
import { asText } from '../../common/text.js'
import type { PactApi } from '../parts/pact-api.js'
import type { NamedState, PactInteraction } from '../pacts/pact-file.js'
import type { TestResult } from '../pacts/served-pacts.js'
import { isBearer, isForCredential } from '../pacts/verifier-document.js'
import {
  StateUnavailableError,
  URL_SAFE,
  createInteractionContext,
  type InteractionContext,
  type PathIds,
  type StateValues,
} from '../states/definition.js'
import { runState, type StateHandlers } from '../states/state-runner.js'
import { TargetUnreachableError, type ForwardedRequest, type ServedResponse } from '../common/forward.js'
import { SetupProblem } from '../../common/errors.js'
import { SpecificationBroken } from '../common/specification.js'
import type { Target } from './target.js'
import { setToken } from './tokens.js'
import { evaluate, namesIn, withActualIds, withPathOfStates, type ActualId } from './url.js'

const UNAUTHORIZED = 401

/** Methods that do not change the service. */
const readingMethods = ['GET', 'HEAD', 'OPTIONS']

export interface InteractionRun {
  readonly interaction: PactInteraction
  /** The operation of the request in the pact. */
  readonly operation: Operation | undefined
  readonly context: InteractionContext
  /** Ids in the pact, with the real ids that replace them in the request. */
  readonly actualIds: ActualId[]
  readonly values: StateValues
  readonly teardowns: (() => Promise<unknown>)[]
  /** Why the interaction could not be verified, or why it is broken without a comparison. */
  problem?: {
    readonly kind: 'problem' | 'skipped' | 'broken'
    readonly message: string
    readonly error: unknown
  }
  requestedIds: PathIds
  served?: ServedResponse
  /** What the verifier has reported. */
  result?: TestResult
  /** What the response of the mock depends on. Empty for a real service. */
  assumptions: readonly string[]
}

/** The response of an interaction, with the JSON in its body. */
export interface Observed {
  readonly served: ServedResponse
  readonly body: unknown
}

export function describeState({ name, parameters }: NamedState): string {
  const list = Object.entries(parameters).map(([key, value]) => `${key}: ${asText(value)}`)
  return list.length === 0 ? name : `${name} {${list.join(', ')}}`
}

/**
 * Finds the operation that a request is for, and the ids in its path by what states call them. With a method that the path does
 * not have, it is the first operation of the path. `undefined` if the path is unknown.
 */
export function findRequested(
  api: CompiledApi,
  method: string,
  path: string,
): { readonly operation: Operation; readonly ids: PathIds } | undefined {
  const match = pathMatcher(api)(path)
  if (match.kind === 'unknown') return undefined
  if (match.kind === 'malformed') return { operation: match.first, ids: {} }
  const operation = operationFor(match, method) ?? match.first
  const ids = Object.entries(operation.stateIds ?? {}).map(([name, id]) => [id, match.params[name]!])
  return { operation, ids: Object.fromEntries(ids) }
}

/** @throws StateUnavailableError, SetupProblem If a request may change data, so that a real service must not get it. */
function checkReadsOnly(method: string, operation: Operation | undefined): void {
  const isReading = readingMethods.includes(method)
  if (operation?.method === method) {
    if (operation.readOnly ?? isReading) return
    throw new StateUnavailableError(
      `${method} ${operation.path} is not sent to a real service, because it changes data`,
    )
  }
  if (isReading) return
  throw new SetupProblem(
    `${method} is not sent to a real service, because it may change data; allowed: ${readingMethods.join(', ')}`,
  )
}

/** Lists the assumptions of the mock, who else than the specification says that the operation exists, a record that no state has set up, and headers that the API does not have. */
function listAssumptions(
  { interaction, operation, requestedIds, context }: InteractionRun,
  { definitions }: PactApi,
  { status, assumed }: ServedResponse,
): string[] {
  const canKnowRecord = interaction.states.every(({ name }) => definitions.has(name))
  const isAboutRecords = (status >= 200 && status < 300) || status === 404
  const isUnknown = ([name, id]: [string, string]) => id !== '' && !context.ids[name]?.includes(id)
  const unknown = canKnowRecord && isAboutRecords ? Object.entries(requestedIds).filter(isUnknown) : []
  const { body, headers } = interaction.response
  const demandsHeader = (pattern: RegExp) => Object.keys(headers).some((name) => pattern.test(name))
  // Many services have errors in a form of their own. It does not matter if the pact demands nothing of it.
  const demandsForm = body !== undefined || demandsHeader(/^content-type$/i)
  const relevant = assumed.filter((name) => demandsForm || !name.startsWith('errors.'))
  return [
    ...(operation?.origin === undefined ? [] : [withOrigin(operation.id, operation.origin)]),
    ...relevant,
    ...unknown.map(([, id]) => `the id "${id}" of the mock`),
    ...(demandsHeader(/^access-control-/i) ? ['CORS headers of the mock'] : []),
  ]
}

/** Runs interactions, one after the other, against one target. */
export class InteractionRuns {
  readonly target: Target
  readonly interactions: readonly PactInteraction[]
  readonly states: StateHandlers
  readonly #hasResponded: () => boolean
  readonly #runs = new Map<string, InteractionRun>()
  #current: InteractionRun | undefined

  /** @param hasResponded Whether any response of the target has arrived. */
  constructor(
    target: Target,
    interactions: readonly PactInteraction[],
    states: StateHandlers = {},
    hasResponded = () => true,
  ) {
    this.#hasResponded = hasResponded
    this.target = target
    this.interactions = interactions
    this.states = states
  }

  of(id: string): InteractionRun | undefined {
    return this.#runs.get(id)
  }

  /** Returns those that have begun. */
  all(): InteractionRun[] {
    return [...this.#runs.values()]
  }

  /** What the interaction expects whose request is sent at the moment. */
  get expected(): PactInteraction['response'] | undefined {
    return this.#current?.interaction.response
  }

  /** Sets up the states. Returns their values; `undefined` if a state failed. The problem is recorded in the interaction. */
  async begin(id: string): Promise<StateValues | undefined> {
    const { pacts, shown } = this.target
    const interaction = this.interactions.find((each) => each.id === id)
    if (!interaction) throw new Error(`the verifier started an unknown interaction: ${id}`)
    const { request, response } = interaction
    const { operation, ids = {} } = findRequested(pacts.api, request.method, request.path) ?? {}
    // A state accepts no other id as a parameter.
    const forStates = Object.entries(ids).filter(([, value]) => URL_SAFE.test(value))
    const requestedIds = Object.fromEntries(forStates)
    const neededValues = [...request.fromStates, ...response.fromStates].flatMap(namesIn)
    const values: StateValues = {}
    const run: InteractionRun = {
      interaction,
      operation,
      context: createInteractionContext({ requestedIds, expectedBody: response.body, values, neededValues }),
      actualIds: [],
      requestedIds: {},
      values,
      teardowns: [],
      assumptions: [],
    }
    this.#current = run
    this.#runs.set(id, run)
    await shown.mock?.reset()
    let place = ''
    try {
      if (!shown.mock && operation?.method === request.method) checkReadsOnly(request.method, operation)
      for (const state of interaction.states) {
        place = `state "${describeState(state)}": `
        await this.#setUp(run, state)
      }
      place = ''
      for (const expression of request.fromStates) evaluate(expression, run.values, 'request')
      for (const expression of response.fromStates) evaluate(expression, run.values, 'response')
      return run.values
    } catch (error) {
      this.#recordProblem(run, error, place)
      // After a failed setup, the verifier does not call the teardown.
      await this.end(id)
      return undefined
    }
  }

  async #setUp(run: InteractionRun, state: NamedState): Promise<void> {
    const { target, states } = this
    const { parameters, values, teardown, valueNames } = await runState(state, run.context, target, states)
    Object.assign(run.values, values)
    if (teardown) run.teardowns.unshift(teardown)
    const same = target.pacts.api.stateIds.map((name) => [name, name] as const)
    for (const [parameter, name] of valueNames ? Object.entries(valueNames) : same) {
      const [literal, actual] = [parameters[parameter], values[name]]
      if (literal === undefined || actual === undefined) continue
      run.actualIds.unshift({ name, literal: asText(literal), actual: String(actual) })
    }
  }

  async end(id: string): Promise<void> {
    const run = this.#runs.get(id)
    for (const teardown of run?.teardowns.splice(0) ?? []) {
      await teardown().catch((error: unknown) => this.#recordProblem(run!, error, 'teardown: '))
    }
  }

  /** Sends the request with the token that the states define. Returns `undefined` if it could not be sent. */
  async send(request: ForwardedRequest): Promise<ServedResponse | undefined> {
    const run = this.#current
    if (!run || run.problem) return undefined
    const { pacts, send, shown } = this.target
    try {
      const prepared = await this.#prepareRequest(request, run)
      const served = await send(prepared)
      if (served.status === UNAUTHORIZED && this.#mustBeAccepted(run, prepared)) {
        throw new SetupProblem('the service rejects the token with status 401, although it should be valid')
      }
      run.served = served
      if (shown.mock) run.assumptions = listAssumptions(run, pacts, served)
      return served
    } catch (error) {
      this.#recordProblem(run, error)
      return undefined
    }
  }

  /**
   * Records why an interaction cannot be verified.
   *
   * @throws TargetUnreachableError If this is the reason, unless other responses may arrive. It ends the run.
   */
  #recordProblem(run: InteractionRun, error: unknown, place = ''): void {
    if (error instanceof TargetUnreachableError && !(error.othersMayArrive && this.#hasResponded()))
      throw error
    const reason = error instanceof Error ? error.message : String(error)
    // The mock can set up every state, so with the mock a missing one is a mistake in the pact.
    const isMissing = error instanceof StateUnavailableError && !this.target.shown.mock
    const kind = error instanceof SpecificationBroken ? 'broken' : isMissing ? 'skipped' : 'problem'
    run.problem ??= { kind, message: place + reason, error }
  }

  /** Whether the request has a token that a real service must accept, and the pact does not expect status 401. */
  #mustBeAccepted({ context, interaction }: InteractionRun, { headers }: ForwardedRequest): boolean {
    return (
      !this.target.shown.mock &&
      context.token.every(({ kind }) => kind === 'valid') &&
      isBearer(headers.authorization) &&
      interaction.response.status !== UNAUTHORIZED
    )
  }

  async #prepareRequest(request: ForwardedRequest, run: InteractionRun): Promise<ForwardedRequest> {
    const { method } = request
    const headers = { ...request.headers }
    const { authorization, fromStates } = run.interaction.request
    const { api } = this.target.pacts
    // The ids in such a path come from states. One may be the same as the example of another record.
    const isGiven = fromStates.some(({ part }) => part === 'path')
    const path = isGiven
      ? withPathOfStates(request.path, fromStates, run.values)
      : withActualIds(api, request.path, run.actualIds)
    const requested = findRequested(api, method, path.split('?', 1)[0]!)
    if (!this.target.shown.mock) checkReadsOnly(method, requested?.operation)
    run.requestedIds = requested?.ids ?? {}
    if (authorization !== undefined && !fromStates.some(isForCredential))
      headers.authorization = authorization
    await setToken(headers, run.context.token, requested?.operation.scope, this.target)
    return { ...request, path, headers }
  }
}
