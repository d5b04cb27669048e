import { Api, type ApiParts } from '../api/api.js'
import { type AssumptionInput, type Settings, changedSettings } from '../contract/settings.js'

type FixedParts = Omit<ApiParts, 'settings'>

/** Holds the API that answers requests. Each change of assumptions replaces it. */
export class CurrentApi {
  readonly #parts: FixedParts
  readonly #initial: Settings
  #settings: Settings
  #current: Api

  constructor(parts: FixedParts, settings: Settings) {
    this.#parts = parts
    this.#initial = settings
    this.#settings = settings
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
   * Changes assumptions.
   *
   * @throws InvalidOptionError For an unknown assumption or variant.
   */
  assume(input: AssumptionInput): void {
    this.#use(changedSettings(this.#settings, input))
  }

  /** Restores the settings of the options. */
  reset(): void {
    // Cached answers for the same settings stay valid.
    if (this.#settings !== this.#initial) this.#use(this.#initial)
  }

  #use(settings: Settings): void {
    this.#settings = settings
    this.#current = this.#make(settings)
  }

  #make(settings: Settings): Api {
    return new Api({ ...this.#parts, settings })
  }
}
