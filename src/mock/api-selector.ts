import { Api, type ApiParts } from '../api/api.js'
import { RateLimiter } from '../api/rate-limiter.js'
import { documentedNames, type AssumptionName, type Settings } from '../contract/assumptions.js'
import { formatValue } from '../contract/variants.js'
import { variedSettings, type Vary } from './vary.js'

const none: ReadonlySet<AssumptionName> = new Set()

/** Selects the API that answers a request. With the option `vary`, there is one API for each combination of variants. */
export class ApiSelector {
  readonly #parts: Omit<ApiParts, 'settings' | 'header' | 'limiter'>
  readonly #seed: number
  readonly #vary: Vary | undefined
  readonly #assumedHeader: boolean
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
    readonly chosen: ReadonlySet<AssumptionName>
    readonly vary: Vary | undefined
    readonly seed: number
    readonly assumedHeader: boolean
  }) {
    this.#parts = options.parts
    this.#settings = options.settings
    this.#chosen = options.chosen
    this.#seed = options.seed
    this.#vary = options.vary
    this.#assumedHeader = options.assumedHeader
    this.#limiter = this.#newLimiter(options.settings)
    this.#plain = this.#make(options.settings, none)
  }

  get chosen(): ReadonlySet<AssumptionName> {
    return this.#chosen
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

  /** Changes the settings. The rate limiter keeps its count unless its limit changes. */
  use(settings: Settings, chosen: ReadonlySet<AssumptionName>): void {
    if (formatValue(settings.rateLimit) !== formatValue(this.#settings.rateLimit)) {
      this.#limiter = this.#newLimiter(settings)
    }
    this.#chosen = chosen
    this.#settings = settings
    this.#varied.clear()
    this.#plain = this.#make(settings, none)
  }

  /** Restores these settings, and resets the count of requests. */
  reset(settings: Settings, chosen: ReadonlySet<AssumptionName>): void {
    this.#requests = 0
    this.#limiter = this.#newLimiter(settings)
    // Cached answers for the same settings stay valid, except with a rate limit.
    if (settings !== this.#settings || this.#limiter) this.use(settings, chosen)
    this.#chosen = chosen
  }

  #newLimiter({ rateLimit }: Settings): RateLimiter | undefined {
    return rateLimit === 'none' ? undefined : new RateLimiter(rateLimit, this.#parts.now)
  }

  #make(settings: Settings, varied: ReadonlySet<AssumptionName>): Api {
    const header = { shown: this.#assumedHeader, varied }
    return new Api({ ...this.#parts, limiter: this.#limiter, settings, header })
  }
}
