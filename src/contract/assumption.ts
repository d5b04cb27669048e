import type { Variants } from './variants.js'

/** Why an assumption is needed, and what is known about the real service. */
interface Evidence {
  /** The section of the API specification that is closest to the topic. */
  readonly section: string
  /** The text of that section, word for word. */
  readonly quote: string
  /** What public material shows about the real service. */
  readonly reported?: string | undefined
}

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
  readonly variants: Variants
  readonly status: AssumptionStatus
  /** The standard that defines the default, if the status is `standard`. */
  readonly standard?: string
  readonly spec: string | number
  /** By default, the same as `spec`. */
  readonly reported?: string | number
  readonly evidence: Evidence
}
