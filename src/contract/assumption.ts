import type { Variants } from './variants.js'

/**
 * Where the default of an assumption comes from.
 *
 * - `specified`: the API specification allows every variant
 * - `standard`: the API specification leaves it open, and a standard defines it
 * - `assumed`: the API specification leaves it open, and conmock chose a default
 * - `reported`: public material about the real service shows it
 */
export type AssumptionStatus = 'specified' | 'standard' | 'assumed' | 'reported'

/** One row of the table. */
export interface Assumption {
  /** What the API specification leaves open. */
  readonly question: string
  /** The default, which is the first one of a choice, is the value in the profile `spec`. */
  readonly variants: Variants
  readonly status: AssumptionStatus
  /** The standard that defines the default, if the status is `standard`. */
  readonly standard?: string
  /** The variant of the profile `reported`, if it differs. */
  readonly reported?: string
  /** The section of the API specification that is closest to the topic. */
  readonly section?: string
  /** The text of that section, word for word. */
  readonly quote?: string
  /** What public material shows about the real service. */
  readonly observed?: string | undefined
  /** Who asks the question, if the API specification does not: `yours`. */
  readonly origin?: string
}

/** The value of every assumption, by name. */
export interface Settings {
  readonly [assumption: string]: string | number
}

/** Values for some of the assumptions. */
export interface AssumptionInput {
  readonly [assumption: string]: string | number | undefined
}
