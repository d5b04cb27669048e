import { operationFor, pathMatcher } from '../../api/match-path.js'
import type { CompiledApi } from '../../contract/compile.js'
import type { Operation } from '../../contract/operation.js'
import { asText } from '../../common/text.js'
import type { NamedState, PactInteraction } from '../pacts/pact-file.js'
import { isBearer, isForCredential } from '../pacts/verifier-document.js'
import {
  ListMayGoOn,
  MissingFlagsError,
  StateUnavailableError,
  createInteractionContext,
  type InteractionContext,
  type PathIds,
  type StateValues,
} from '../states/definition.js'
import { needsRecords, runState, type StateHandlers } from '../states/state-runner.js'
import {
  forward,
  TargetUnreachableError,
  type ForwardedRequest,
  type ServedResponse,
} from '../common/forward.js'
import { SetupProblem } from '../../common/errors.js'
import { SpecificationBroken } from '../common/specification.js'
import type { Target } from './target.js'
import { setToken } from './tokens.js'
import { evaluate, withActualIds, withEncodedValues, type ActualId } from './url.js'

const UNAUTHORIZED = 401

/** Methods that do not change the service. */
const readingMethods = ['GET', 'HEAD', 'OPTIONS']

export interface InteractionRun {
  readonly interaction: PactInteraction
  readonly context: InteractionContext
  /** Ids in the pact, with the real ids that replace them in the request. */
  readonly actualIds: ActualId[]
  readonly values: StateValues
  readonly teardowns: (() => Promise<unknown>)[]
  /** Why the interaction could not be verified, or why it is broken without a comparison. */
  problem?: { readonly kind: 'problem' | 'skipped' | 'broken'; readonly message: string }
  requestedIds: PathIds
  served?: ServedResponse
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

interface Requested {
  /** With a method that the path does not have, the first operation of the path. */
  readonly operation: Operation
  readonly ids: PathIds
}

/** Finds the operation that a request is for. `undefined` if the path is unknown. */
export function findRequested(api: CompiledApi, method: string, path: string): Requested | undefined {
  const match = pathMatcher(api)(path)
  if (match.kind === 'unknown') return undefined
  if (match.kind === 'malformed') return { operation: match.first, ids: {} }
  const operation = operationFor(match, method) ?? match.first
  const ids = Object.entries(operation.stateIds ?? {}).map(([name, id]) => [id, match.params[name]!])
  return { operation, ids: Object.fromEntries(ids) }
}

/** Whether a state accepts an id as a parameter. */
function isForStates([, id]: readonly [name: string, id: string]): boolean {
  return /^[\w.~-]+$/.test(id)
}

/** Whether the status depends on the existence of records. */
function isAboutRecords(status: number): boolean {
  return (status >= 200 && status < 300) || status === 404
}

/** Lists the assumptions of the mock, a record that no state has set up, and headers that the API does not have. */
function listAssumptions(
  run: InteractionRun,
  { definitions }: Target,
  { status, assumed }: ServedResponse,
): string[] {
  const { interaction, requestedIds, context } = run
  const canKnowRecord = interaction.states.every(({ name }) => definitions.has(name))
  const isUnknown = ([name, id]: [string, string]) => id !== '' && !context.ids[name]?.has(id)
  const unknown =
    canKnowRecord && isAboutRecords(status) ? Object.entries(requestedIds).filter(isUnknown) : []
  const { body, headers } = interaction.response
  const demandsHeader = (pattern: RegExp) => Object.keys(headers).some((name) => pattern.test(name))
  // Many services have errors in a form of their own. It does not matter if the pact demands nothing of it.
  const demandsForm = body !== undefined || demandsHeader(/^content-type$/i)
  const relevant = assumed.filter((name) => demandsForm || !name.startsWith('errors.'))
  return [
    ...relevant,
    ...unknown.map(([, id]) => `the id "${id}" of the mock`),
    ...(demandsHeader(/^access-control-/i) ? ['CORS headers of the mock'] : []),
  ]
}

interface RunOptions {
  readonly target: Target
  readonly states: StateHandlers
  /** Time limit for each response of a real service, in milliseconds. */
  readonly maxMs: number
  readonly interactionOf: (id: string) => PactInteraction | undefined
}

/** Runs interactions, one after the other, against one target. */
export class InteractionRuns {
  readonly #options: RunOptions
  readonly #runs = new Map<string, InteractionRun>()
  #current: InteractionRun | undefined
  /** The flags for fixtures and tokens that were not given. */
  readonly missingFlags = new Set<string>()
  /** Why an interaction may have been skipped wrongly. */
  doubt: string | undefined

  constructor(options: RunOptions) {
    this.#options = options
  }

  of(id: string): InteractionRun | undefined {
    return this.#runs.get(id)
  }

  /** Sets up the states. Returns their values; `undefined` if a state failed. The problem is recorded in the interaction. */
  async begin(id: string): Promise<StateValues | undefined> {
    const interaction = this.#options.interactionOf(id)
    if (!interaction) throw new Error(`the verifier started an unknown interaction: ${id}`)
    const { request, response } = interaction
    const ids = findRequested(this.#options.target.api, request.method, request.path)?.ids ?? {}
    const requestedIds = Object.fromEntries(Object.entries(ids).filter(isForStates))
    const run: InteractionRun = {
      interaction,
      context: createInteractionContext({ requestedIds, expectedBody: response.body }),
      actualIds: [],
      requestedIds: {},
      values: {},
      teardowns: [],
      assumptions: [],
    }
    this.#current = run
    this.#runs.set(id, run)
    await this.#options.target.reset()
    if (await this.#setUpAll(run)) return run.values
    // After a failed setup, the verifier does not call the teardown.
    await this.end(id)
    return undefined
  }

  /** Sets up all states. Returns whether that succeeded; the problem is recorded in the interaction. */
  async #setUpAll(run: InteractionRun): Promise<boolean> {
    const { states, request, response } = run.interaction
    let place = ''
    try {
      for (const state of states) {
        place = `state "${describeState(state)}": `
        await this.#setUp(run, state)
      }
      place = ''
      for (const expression of request.fromStates) evaluate(expression, run.values, 'request')
      for (const expression of response.fromStates) evaluate(expression, run.values, 'response')
      return true
    } catch (error) {
      this.#recordProblem(run, error, place)
      return false
    }
  }

  async #setUp(run: InteractionRun, state: NamedState): Promise<void> {
    const { target, states } = this.#options
    const { parameters, values, teardown } = await runState(state, run.context, target, states)
    Object.assign(run.values, values)
    if (teardown) run.teardowns.unshift(teardown)
    for (const name of target.api.stateIds) {
      const [literal, actual] = [parameters[name], values[name]]
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
    const { target, maxMs } = this.#options
    try {
      const prepared = await this.#prepareRequest(request, run)
      const served = await forward(target.send, target.url, prepared, maxMs)
      if (served.status === UNAUTHORIZED && this.#mustBeAccepted(run, prepared)) {
        throw new SetupProblem('the service rejects the token with status 401, although it should be valid')
      }
      run.served = served
      if (target.mock) run.assumptions = listAssumptions(run, target, served)
      return served
    } catch (error) {
      this.#recordProblem(run, error)
      return undefined
    }
  }

  /** Records why an interaction cannot be verified. @throws TargetUnreachableError If this is the reason. It ends the run. */
  #recordProblem(run: InteractionRun, error: unknown, place = ''): void {
    if (error instanceof TargetUnreachableError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof MissingFlagsError) for (const flag of error.flags) this.missingFlags.add(flag)
    if (error instanceof ListMayGoOn && !run.interaction.pending) this.doubt ??= place + reason
    run.problem ??= { kind: this.#kindOf(error), message: place + reason }
  }

  /** For each operation: why no interaction whose state needs records was checked. Refusals only count without any other. */
  findUnchecked(): string[] {
    const { target, states: own } = this.#options
    const runs = [...this.#runs.values()]
    return target.api.operations.flatMap((operation) => {
      const { method, path } = operation
      const ofOperation = runs.filter(({ interaction: { request } }) => {
        return findRequested(target.api, request.method, request.path)?.operation === operation
      })
      const [sure, open] = [true, undefined].map((answer) =>
        ofOperation.filter(({ interaction: { states } }) =>
          states.some((state) => needsRecords(state, target, own) === answer),
        ),
      ) as [InteractionRun[], InteractionRun[]]
      const successful = [sure, open].map((group) =>
        group.filter(({ interaction: { response } }) => response.status < 300),
      )
      const needed = [...successful, sure, open].find(({ length }) => length > 0) ?? []
      const first = needed.find(({ interaction }) => !interaction.pending)?.problem
      if (!first || needed.some(({ problem }) => problem?.kind !== 'skipped')) return []
      return [`no response of ${method} ${path} with records was checked: ${first.message}`]
    })
  }

  /** A real service may lack a state. The mock can set up every state, so with the mock this is a mistake in the pact. */
  #kindOf(error: unknown): 'skipped' | 'problem' | 'broken' {
    if (error instanceof SpecificationBroken) return 'broken'
    return error instanceof StateUnavailableError && !this.#options.target.mock ? 'skipped' : 'problem'
  }

  /** Whether the request has a token that a real service must accept, and the pact does not expect status 401. */
  #mustBeAccepted({ context, interaction }: InteractionRun, { headers }: ForwardedRequest): boolean {
    return (
      !this.#options.target.mock &&
      context.token.every(({ kind }) => kind === 'valid') &&
      isBearer(headers.authorization) &&
      interaction.response.status !== UNAUTHORIZED
    )
  }

  async #prepareRequest(request: ForwardedRequest, run: InteractionRun): Promise<ForwardedRequest> {
    const { method } = request
    if (!this.#options.target.mock && !readingMethods.includes(method)) {
      throw new SetupProblem(
        `${method} is not sent to a real service, because it may change data; allowed: ${readingMethods.join(', ')}`,
      )
    }
    const headers = { ...request.headers }
    const { authorization, fromStates } = run.interaction.request
    const { api, tokens } = this.#options.target
    const path = withActualIds(api, withEncodedValues(request.path, fromStates, run.values), run.actualIds)
    const requested = findRequested(api, method, path.split('?', 1)[0]!)
    run.requestedIds = requested?.ids ?? {}
    if (authorization !== undefined && !fromStates.some(isForCredential))
      headers.authorization = authorization
    await setToken(headers, run.context.token, requested?.operation.scope, tokens)
    return { ...request, path, headers }
  }
}
