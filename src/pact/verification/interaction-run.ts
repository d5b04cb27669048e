import { matchPath } from '../../api/match-path.js'
import { shown } from '../../contract/settings.js'
import { ordinaryPlan } from '../states/credential-plan.js'
import { forward, TargetUnreachable, type ForwardedRequest, type ServedResponse } from './forward.js'
import { MARKER, type NamedState, type PactInteraction } from '../pacts/pact-file.js'
import { SetupProblem } from './problem.js'
import { runState, type StateHandlers } from '../states/state-runner.js'
import { StateUnavailable, type Scene, type StateValues } from '../states/definition.js'
import type { Target } from './target.js'
import { tokenFor } from './tokens.js'

const UNAUTHORIZED = 401

/** What happened in one interaction. */
export interface InteractionRun {
  readonly interaction: PactInteraction
  readonly scene: Scene
  /** Ids in the pact, and those of the service's users that stand for them. */
  readonly standIns: Map<string, string>
  /** What its states gave. */
  values: StateValues
  /** Why it says nothing about the contract. */
  problem?: { readonly kind: 'problem' | 'skipped'; readonly message: string }
  served?: ServedResponse
}

/** The states' names with their parameters, for people. */
export function describeState({ name, parameters }: NamedState): string {
  const list = Object.entries(parameters).map(([key, value]) => `${key}: ${shown(value)}`)
  return list.length === 0 ? name : `${name} {${list.join(', ')}}`
}

/** Runs interactions, one after the other, against one target. */
export class InteractionRuns {
  readonly #target: Target
  readonly #own: StateHandlers
  readonly #mostMs: number
  readonly #interactionOf: (id: string) => PactInteraction | undefined
  readonly #runs = new Map<string, InteractionRun>()
  #current: InteractionRun | undefined

  constructor(options: {
    readonly target: Target
    readonly states: StateHandlers
    readonly mostMs: number
    readonly interactionOf: (id: string) => PactInteraction | undefined
  }) {
    this.#target = options.target
    this.#own = options.states
    this.#mostMs = options.mostMs
    this.#interactionOf = options.interactionOf
  }

  /** What happened in an interaction; nothing when it never began. */
  of(id: string): InteractionRun | undefined {
    return this.#runs.get(id)
  }

  /**
   * Brings a state about that the verifier asks for.
   *
   * @returns The state's values; nothing when it failed, which is kept with the interaction.
   * @throws TargetUnreachable
   */
  async setUp(state: NamedState): Promise<StateValues | undefined> {
    if (state.name === MARKER) return this.#begin(String(state.parameters['id']))
    const run = this.#current
    if (!run || run.problem) return undefined
    try {
      const { parameters, values } = await runState(state, run.scene, this.#target, this.#own)
      const [literal, actual] = [parameters['userId'], values['userId']]
      run.values = { ...run.values, ...values }
      if (literal !== undefined && actual !== undefined) run.standIns.set(shown(literal), String(actual))
      return values
    } catch (error) {
      if (error instanceof TargetUnreachable) throw error
      const reason = error instanceof Error ? error.message : String(error)
      run.problem = { kind: this.#kindOf(error), message: `state "${describeState(state)}": ${reason}` }
      return undefined
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
      const served = await forward(this.#target.url, prepared, this.#mostMs)
      if (served.status === UNAUTHORIZED && this.#mustPass(run, prepared)) {
        throw new SetupProblem('the service refuses the token, which should be good')
      }
      // The first answer counts, though the verifier may follow where it leads.
      run.served ??= served
      return served
    } catch (error) {
      if (!(error instanceof SetupProblem || error instanceof StateUnavailable)) throw error
      run.problem = { kind: this.#kindOf(error), message: error.message }
      return undefined
    }
  }

  /** A real service may lack a state. The mock can have every one, if the pact asks for it rightly. */
  #kindOf(error: unknown): 'skipped' | 'problem' {
    return error instanceof StateUnavailable && this.#target.kind === 'service' ? 'skipped' : 'problem'
  }

  /** Whether a request to a real service carries a good token, and is not expected to be refused for it. */
  #mustPass({ scene, interaction }: InteractionRun, { headers }: ForwardedRequest): boolean {
    return (
      this.#target.kind === 'service' &&
      scene.credential.kind === 'valid' &&
      headers.authorization !== undefined &&
      interaction.response.status !== UNAUTHORIZED
    )
  }

  async #begin(id: string): Promise<StateValues> {
    const interaction = this.#interactionOf(id)
    if (!interaction) throw new Error(`the verifier began an interaction that it was not given: ${id}`)
    this.#current = {
      interaction,
      scene: { credential: ordinaryPlan(), users: new Set() },
      standIns: new Map(),
      values: {},
    }
    this.#runs.set(id, this.#current)
    await this.#target.reset()
    return {}
  }

  async #prepared(request: ForwardedRequest, run: InteractionRun): Promise<ForwardedRequest> {
    const plan = run.scene.credential
    const headers = { ...request.headers }
    const path = withStandIns(request.path, run.standIns)
    if (headers.authorization === undefined) {
      if (!plan.asked || plan.kind === 'none') return { ...request, path }
      throw new SetupProblem(
        'a state speaks of the token, but the request in the pact carries no Authorization to put one into',
      )
    }
    const match = matchPath(path.split('?', 1)[0]!)
    const needed = match.kind === 'unknown' ? undefined : match.operation.scope
    const token = await tokenFor(plan, needed, this.#target.tokens)
    if (token === undefined) delete headers.authorization
    else headers.authorization = `Bearer ${token}`
    return { ...request, path, headers }
  }
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
