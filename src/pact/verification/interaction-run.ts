import { matchPath } from '../../api/match-path.js'
import { shown } from '../../contract/settings.js'
import type { NamedState, PactInteraction } from '../pacts/pact-file.js'
import type { StateExpression } from '../pacts/rules.js'
import { isBearer } from '../pacts/verifier-document.js'
import { ordinaryPlan } from '../states/credential-plan.js'
import { SpecificationBroken, StateUnavailable, type Scene, type StateValues } from '../states/definition.js'
import { runState, type StateHandlers } from '../states/state-runner.js'
import { forward, type ForwardedRequest, type Send, type ServedResponse } from './forward.js'
import { SetupProblem } from './problem.js'
import type { Target } from './target.js'
import { tokenFor } from './tokens.js'
import { TargetUnreachable } from './verifier.js'

const UNAUTHORIZED = 401

/** What reads, and changes nothing. */
const readingMethods = ['GET', 'HEAD', 'OPTIONS']

/** What happened in one interaction. */
export interface InteractionRun {
  readonly interaction: PactInteraction
  readonly scene: Scene
  /** Ids in the pact, and those of the service's users that stand for them. */
  readonly standIns: Map<string, string>
  /** What its states gave. */
  readonly values: StateValues
  /** Clear its states away, after the request. */
  readonly teardowns: (() => Promise<unknown>)[]
  /** Why it says nothing about the contract, or why it is broken before it was asked. */
  problem?: { readonly kind: 'problem' | 'skipped' | 'broken'; readonly message: string }
  /** The user's id in the request that was sent. */
  requestedId?: string
  served?: ServedResponse
}

/** The states' names with their parameters, for people. */
export function describeState({ name, parameters }: NamedState): string {
  const list = Object.entries(parameters).map(([key, value]) => `${key}: ${shown(value)}`)
  return list.length === 0 ? name : `${name} {${list.join(', ')}}`
}

/**
 * The value of an expression: `/users/${userId}`.
 *
 * @throws SetupProblem When no state gave it.
 */
export function evaluate(
  { expression, part }: StateExpression,
  values: StateValues,
  message: 'request' | 'response',
): string {
  return expression.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return String(value)
    const given = Object.keys(values)
    const known = given.length === 0 ? 'they gave nothing' : `they gave: ${given.join(', ')}`
    throw new SetupProblem(
      `no state gave "${name}", which the ${part} of the ${message} is to have; ${known}`,
    )
  })
}

/** The id in a path of the operation with one, as a state may have it. */
function userIdIn(path: string): string | undefined {
  const match = matchPath(path)
  return match.kind === 'operation' && /^[\w.~-]+$/.test(match.id) ? match.id : undefined
}

function isCredential({ part, place }: StateExpression): boolean {
  return part === 'header' && place.toLowerCase() === 'authorization'
}

/** Runs interactions, one after the other, against one target. */
export class InteractionRuns {
  readonly #target: Target
  readonly #own: StateHandlers
  readonly #send: Send
  readonly #maxMs: number
  readonly #interactionOf: (id: string) => PactInteraction | undefined
  readonly #runs = new Map<string, InteractionRun>()
  #current: InteractionRun | undefined
  /** How many requests have gone to the target. */
  sent = 0

  constructor(options: {
    readonly target: Target
    readonly states: StateHandlers
    readonly send: Send
    readonly maxMs: number
    readonly interactionOf: (id: string) => PactInteraction | undefined
  }) {
    this.#target = options.target
    this.#own = options.states
    this.#send = options.send
    this.#maxMs = options.maxMs
    this.#interactionOf = options.interactionOf
  }

  /** What happened in an interaction; nothing when it never began. */
  of(id: string): InteractionRun | undefined {
    return this.#runs.get(id)
  }

  /**
   * Begins an interaction: brings its states about, one after the other.
   *
   * @returns What they gave; nothing when one failed, which is kept with the interaction.
   * @throws TargetUnreachable
   */
  async begin(id: string): Promise<StateValues | undefined> {
    const interaction = this.#interactionOf(id)
    if (!interaction) throw new Error(`the verifier began an interaction that it was not given: ${id}`)
    const requestedUserId = userIdIn(interaction.request.path)
    const run: InteractionRun = {
      interaction,
      scene: { credential: ordinaryPlan(), users: new Set(), requestedUserId },
      standIns: new Map(),
      values: {},
      teardowns: [],
    }
    this.#current = run
    this.#runs.set(id, run)
    await this.#target.reset()
    if (await this.#setUpAll(run)) return run.values
    // The verifier clears nothing away that it could not set up.
    await this.end(id)
    return undefined
  }

  async #setUpAll(run: InteractionRun): Promise<boolean> {
    const { states, request } = run.interaction
    for (const state of states) {
      if (!(await this.#setUp(run, state))) return false
    }
    try {
      for (const expression of request.fromStates) evaluate(expression, run.values, 'request')
      return true
    } catch (error) {
      this.#keep(run, error)
      return false
    }
  }

  async #setUp(run: InteractionRun, state: NamedState): Promise<boolean> {
    try {
      const { parameters, values, teardown } = await runState(state, run.scene, this.#target, this.#own)
      const [literal, actual] = [parameters['userId'], values['userId']]
      Object.assign(run.values, values)
      if (teardown) run.teardowns.unshift(teardown)
      if (literal !== undefined && actual !== undefined) run.standIns.set(shown(literal), String(actual))
      return true
    } catch (error) {
      if (error instanceof TargetUnreachable) throw error
      this.#keep(run, error, `state "${describeState(state)}": `)
      return false
    }
  }

  /** Clears the states of the interaction away. What fails there is kept with it. */
  async end(id: string): Promise<void> {
    const run = this.#runs.get(id)
    for (const teardown of run?.teardowns.splice(0) ?? []) {
      await teardown().catch((error: unknown) => this.#keep(run!, error, 'teardown: '))
    }
  }

  /**
   * Sends the request of the interaction to the target, with the credential that its states ask for.
   *
   * @returns The answer; nothing when the request could not be made, which is kept with the interaction.
   * @throws TargetUnreachable
   */
  async send(request: ForwardedRequest): Promise<ServedResponse | undefined> {
    const run = this.#current
    if (!run || run.problem) return undefined
    try {
      const prepared = await this.#prepared(request, run)
      this.sent++
      const served = await forward(this.#send, this.#target.url, prepared, this.#maxMs)
      if (served.status === UNAUTHORIZED && this.#mustPass(run, prepared)) {
        throw new SetupProblem('the service refuses the token, which should be good')
      }
      run.served = served
      return served
    } catch (error) {
      if (error instanceof TargetUnreachable) throw error
      this.#keep(run, error)
      return undefined
    }
  }

  /** Keeps why an interaction cannot be verified. */
  #keep(run: InteractionRun, error: unknown, place = ''): void {
    const reason = error instanceof Error ? error.message : String(error)
    run.problem ??= { kind: this.#kindOf(error), message: place + reason }
  }

  /** A real service may lack a state. The mock can have every one, if the pact asks for it rightly. */
  #kindOf(error: unknown): 'skipped' | 'problem' | 'broken' {
    if (error instanceof SpecificationBroken) return 'broken'
    return error instanceof StateUnavailable && this.#target.kind === 'service' ? 'skipped' : 'problem'
  }

  /** Whether a request to a real service carries a good token, and is not expected to be refused for it. */
  #mustPass({ scene, interaction }: InteractionRun, { headers }: ForwardedRequest): boolean {
    return (
      this.#target.kind === 'service' &&
      scene.credential.kind === 'valid' &&
      isBearer(headers.authorization) &&
      interaction.response.status !== UNAUTHORIZED
    )
  }

  async #prepared(request: ForwardedRequest, run: InteractionRun): Promise<ForwardedRequest> {
    const { method } = request
    if (this.#target.kind === 'service' && !readingMethods.includes(method)) {
      throw new SetupProblem(
        `${method} is never sent to a real service, which it may change; only ${readingMethods.join(', ')} are`,
      )
    }
    const plan = run.scene.credential
    const headers = { ...request.headers }
    const path = withStandIns(pathOf(request.path, run), run.standIns)
    const match = matchPath(path.split('?', 1)[0]!)
    if (match.kind === 'operation') run.requestedId = match.id
    if (plan.kind === 'none') {
      delete headers.authorization
      return { ...request, path, headers }
    }
    const { authorization, fromStates } = run.interaction.request
    if (authorization !== undefined && !fromStates.some(isCredential)) headers.authorization = authorization
    if (!isBearer(headers.authorization)) {
      if (!plan.asked) return { ...request, path, headers }
      throw new SetupProblem(
        'a state speaks of the token, but the request in the pact carries no "Authorization: Bearer …" to put one into',
      )
    }
    const needed = match.kind === 'unknown' ? undefined : match.operation.scope
    const token = await tokenFor(plan, needed, this.#target.tokens)
    headers.authorization = `Bearer ${token}`
    return { ...request, path, headers }
  }
}

/** The path and query, with values of states that are encoded where they are a segment: an id may hold a slash. */
function pathOf(sent: string, { interaction, values }: InteractionRun): string {
  const expression = interaction.request.fromStates.find(({ part }) => part === 'path')
  if (!expression) return sent
  const encoded = Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))])
  const isSegment = expression.expression.replaceAll(/(^|\/)\$\{[^}]*\}(?=\/|$)/g, (whole, start: string) =>
    start === '' ? whole : '/',
  )
  if (isSegment.includes('${')) return sent
  const [, ...query] = sent.split('?')
  return [evaluate(expression, Object.fromEntries(encoded), 'request'), ...query].join('?')
}

/** The path with the service's own ids in the places of those that the pact has. */
function withStandIns(pathAndQuery: string, standIns: ReadonlyMap<string, string>): string {
  if (standIns.size === 0) return pathAndQuery
  const [path = '', ...query] = pathAndQuery.split('?')
  const segments = path.split('/').map((segment) => {
    const actual = standIns.get(segment)
    return actual === undefined ? segment : encodeURIComponent(actual)
  })
  return [segments.join('/'), ...query].join('?')
}
