import type { InteractionReport, MockTarget } from './report.js'

/**
 * Which side fulfills an interaction:
 *
 * - `both`: the mock and the service.
 * - `drift`: only the mock. Code that works with the mock may fail with the service.
 * - `too-strict`: only the service, so the mock is too strict.
 * - `neither`: neither side, so the pact is probably wrong.
 * - `skipped`: not compared, because the service cannot have the provider states.
 * - `problem`: one of the two could not be verified.
 */
export type Agreement = 'both' | 'drift' | 'too-strict' | 'neither' | 'skipped' | 'problem'

/** One interaction, verified against the mock and the service. */
export interface InteractionDrift {
  /** Which side fulfills the interaction. */
  readonly agreement: Agreement
  /** The result with the mock. */
  readonly mock: InteractionReport
  /** The result with the service. */
  readonly service: InteractionReport
}

/** The result of `findDrift`. */
export interface DriftReport {
  /**
   * - `same`: both sides fulfill every interaction that was compared.
   * - `different`: at least one interaction is not fulfilled by both sides.
   * - `problem`: something went wrong, or nothing was compared.
   */
  readonly outcome: 'same' | 'different' | 'problem'
  /** The base URL of the service. */
  readonly against: string
  /** What the mock was. */
  readonly mock: MockTarget
  /** All interactions that were verified against both sides. */
  readonly interactions: readonly InteractionDrift[]
  /** Problems of the whole run, one line each. */
  readonly problems: readonly string[]
  /** Other information, one line each: for example pacts that were left out. */
  readonly notes: readonly string[]
}
