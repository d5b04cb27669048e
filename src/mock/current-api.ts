import { Api, type ApiParts } from '../api/api.js'
import { RateLimiter } from '../api/rate-limiter.js'
import type { AssumptionInput, Settings } from '../contract/assumptions.js'
import { measuredIn, type ReadProfile } from '../contract/profile-file.js'
import { changedSettings } from '../contract/settings.js'
import { formatValue } from '../contract/variants.js'

type FixedParts = Omit<ApiParts, 'settings' | 'limiter' | 'measured'>

const nothing: AssumptionInput = {}

/** Holds the API that answers requests. Each change of assumptions replaces it. */
export class CurrentApi {
  readonly #parts: FixedParts
  readonly #profile: ReadProfile
  readonly #initial: Settings
  /** What `assume()` has changed. It does not depend on the options of the mock. */
  #assumed = nothing
  #settings: Settings
  #limiter: RateLimiter | undefined
  #current: Api

  constructor(parts: FixedParts, profile: ReadProfile, settings: Settings) {
    this.#parts = parts
    this.#profile = profile
    this.#initial = settings
    this.#settings = settings
    this.#limiter = this.#newLimiter(settings)
    this.#current = this.#make(settings)
  }

  get settings(): Settings {
    return this.#settings
  }

  /** The API with the current settings. */
  get current(): Api {
    return this.#current
  }

  /**
   * Changes assumptions. The rate limiter keeps its count unless its limit changes.
   *
   * @throws InvalidOptionError For an unknown assumption or variant.
   */
  assume(input: AssumptionInput): void {
    const settings = changedSettings(this.#settings, input)
    const changed = (Object.keys(settings) as (keyof Settings)[]).filter((name) => input[name] !== undefined)
    const values = Object.fromEntries(changed.map((name) => [name, settings[name]]))
    this.#use({ ...this.#assumed, ...values })
  }

  snapshot(): AssumptionInput {
    return this.#assumed
  }

  /** Returns to an earlier state, with an unused rate limit. */
  restore(assumed: AssumptionInput): void {
    this.#limiter = this.#newLimiter(this.#settings)
    // Cached answers for the same settings stay valid, except with a rate limit.
    if (assumed !== this.#assumed || this.#limiter) this.#use(assumed)
  }

  /** Restores the settings of the options. */
  reset(): void {
    this.restore(nothing)
  }

  #use(assumed: AssumptionInput): void {
    const settings = changedSettings(this.#initial, assumed)
    if (formatValue(settings.rateLimit) !== formatValue(this.#settings.rateLimit)) {
      this.#limiter = this.#newLimiter(settings)
    }
    this.#assumed = assumed
    this.#settings = settings
    this.#current = this.#make(settings)
  }

  #newLimiter({ rateLimit }: Settings): RateLimiter | undefined {
    return rateLimit === 'none' ? undefined : new RateLimiter(rateLimit, this.#parts.now)
  }

  #make(settings: Settings): Api {
    const measured = measuredIn(this.#profile, settings)
    return new Api({ ...this.#parts, limiter: this.#limiter, settings, measured })
  }
}
