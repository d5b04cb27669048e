import type { AssumptionName, Profile } from '../contract/assumptions.js'

/**
 * What a probe knows about an assumption.
 *
 * - `measured`: the responses of the service show the variant
 * - `no such variant`: the service does something that the mock cannot do
 * - `inconclusive`: the responses allow several variants
 * - `not measured`: no request of a probe can show it
 */
export type Verdict = 'measured' | 'no such variant' | 'inconclusive' | 'not measured'

/** What was found about an assumption. It contains no value of the service. */
export interface Finding {
  readonly verdict: Verdict
  /** The variant, if it was measured. Otherwise the variants that are possible, if they are known. */
  readonly value?: string | number
  /** The request and the response that show the variant, or why none was measured. */
  readonly reason: string
}

export interface ProbeReport {
  /** The date of the probe, in UTC: `YYYY-MM-DD`. */
  readonly measured: string
  /** The profile that the mock has where nothing was measured. */
  readonly profile: Profile
  readonly requests: { readonly get: number; readonly post: number }
  /** Why the probe ended before its last request. */
  readonly ended?: string
  readonly findings: { readonly [Name in AssumptionName]: Finding }
}
