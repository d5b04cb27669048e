import { Api, type ApiParts } from '../api/api.js'
import { RateLimiter } from '../api/rate-limiter.js'
import {
  documentedNames,
  type AssumptionInput,
  type AssumptionName,
  type Settings,
} from '../contract/assumptions.js'
import { changedSettings } from '../contract/settings.js'
import { formatValue } from '../contract/variants.js'
import { variedSettings, type Vary } from './vary.js'

const none: ReadonlySet<AssumptionName> = new Set()

/** What `assume()` and the requests have changed. It does not depend on the options of the mock. */
export interface AssumptionState {
  readonly assumed: AssumptionInput
  /** Number of requests. With the option `vary`, it decides how the next response varies. */
  readonly requests: number
}

const initialState: AssumptionState = { assumed: {}, requests: 0 }

function namesIn(input: AssumptionInput): AssumptionName[] {
  const chosen = Object.entries(input).filter(([, value]) => value !== undefined)
  return chosen.map(([name]) => name as AssumptionName)
}

/** Selects the API that answers a request. With the option `vary`, there is one API for each combination of variants. */
export class ApiSelector {
  readonly #parts: Omit<ApiParts, 'settings' | 'header' | 'limiter'>
  readonly #seed: number
  readonly #vary: Vary | undefined
  readonly #assumedHeader: boolean
  readonly #initial: Settings
  readonly #initiallyChosen: readonly AssumptionName[]
  #assumed = initialState.assumed
  #settings: Settings
  /** The assumptions that the options or `assume()` have set. They do not vary. */
  #chosen: ReadonlySet<AssumptionName>
  #limiter: RateLimiter | undefined
  #plain: Api
  readonly #varied = new Map<string, Api>()
  #requests = 0

  constructor(options: {
    readonly parts: Omit<ApiParts, 'settings' | 'header' | 'limiter'>
    readonly settings: Settings
    /** The assumptions of the options. */
    readonly assumptions: AssumptionInput
    readonly vary: Vary | undefined
    readonly seed: number
    readonly assumedHeader: boolean
  }) {
    this.#parts = options.parts
    this.#initial = options.settings
    this.#initiallyChosen = namesIn(options.assumptions)
    this.#settings = options.settings
    this.#chosen = new Set(this.#initiallyChosen)
    this.#seed = options.seed
    this.#vary = options.vary
    this.#assumedHeader = options.assumedHeader
    this.#limiter = this.#newLimiter(options.settings)
    this.#plain = this.#make(options.settings, none)
  }

  /** The settings without varied assumptions. */
  get settings(): Settings {
    return this.#settings
  }

  /** The API without varied assumptions. It also answers malformed requests. */
  get plain(): Api {
    return this.#plain
  }

  /** The API for the next request. */
  next(): Api {
    if (this.#vary === undefined) return this.#plain
    const varied = documentedNames.filter((name) => !this.#chosen.has(name))
    const settings = variedSettings(this.#settings, varied, this.#seed, this.#requests++)
    const key = documentedNames.map((name) => formatValue(settings[name])).join(' ')
    const api = this.#varied.get(key) ?? this.#make(settings, new Set(varied))
    this.#varied.set(key, api)
    return api
  }

  /**
   * Changes assumptions. The rate limiter keeps its count unless its limit changes.
   *
   * @throws InvalidOptionError For an unknown assumption or variant.
   */
  assume(input: AssumptionInput): void {
    const settings = changedSettings(this.#settings, input)
    const changes = namesIn(input).map((name) => [name, settings[name]] as const)
    this.#use({ ...this.#assumed, ...Object.fromEntries(changes) })
  }

  snapshot(): AssumptionState {
    return { assumed: this.#assumed, requests: this.#requests }
  }

  /** Returns to an earlier state, with an unused rate limit. */
  restore({ assumed, requests }: AssumptionState): void {
    this.#requests = requests
    this.#limiter = this.#newLimiter(this.#settings)
    // Cached answers for the same settings stay valid, except with a rate limit.
    if (assumed !== this.#assumed || this.#limiter) this.#use(assumed)
  }

  /** Restores the settings of the options, and resets the count of requests. */
  reset(): void {
    this.restore(initialState)
  }

  #use(assumed: AssumptionInput): void {
    const settings = changedSettings(this.#initial, assumed)
    if (formatValue(settings.rateLimit) !== formatValue(this.#settings.rateLimit)) {
      this.#limiter = this.#newLimiter(settings)
    }
    this.#assumed = assumed
    this.#chosen = new Set([...this.#initiallyChosen, ...namesIn(assumed)])
    this.#settings = settings
    this.#varied.clear()
    this.#plain = this.#make(settings, none)
  }

  #newLimiter({ rateLimit }: Settings): RateLimiter | undefined {
    return rateLimit === 'none' ? undefined : new RateLimiter(rateLimit, this.#parts.now)
  }

  #make(settings: Settings, varied: ReadonlySet<AssumptionName>): Api {
    const header = { shown: this.#assumedHeader, varied }
    return new Api({ ...this.#parts, limiter: this.#limiter, settings, header })
  }
}
