import { Api, type ApiParts } from '../api/api.js'
import { RateLimiter } from '../api/rate-limiter.js'
import type { AssumptionInput, Settings } from '../contract/assumptions.js'
import { measuredIn, type ReadProfile } from '../contract/profile-file.js'
import { changedSettings } from '../contract/settings.js'
import { formatValue } from '../contract/variants.js'

type FixedParts = Omit<ApiParts, 'settings' | 'limiter' | 'measured'>

/** Holds the API that answers requests. Each change of assumptions replaces it. */
export class CurrentApi {
  readonly #parts: FixedParts
  readonly #profile: ReadProfile
  readonly #initial: Settings
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
    this.#use(changedSettings(this.#settings, input))
  }

  /** Restores the settings of the options, with an unused rate limit. */
  reset(): void {
    this.#limiter = this.#newLimiter(this.#settings)
    // Cached answers for the same settings stay valid, except with a rate limit.
    if (this.#settings !== this.#initial || this.#limiter) this.#use(this.#initial)
  }

  #use(settings: Settings): void {
    if (formatValue(settings.rateLimit) !== formatValue(this.#settings.rateLimit)) {
      this.#limiter = this.#newLimiter(settings)
    }
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
