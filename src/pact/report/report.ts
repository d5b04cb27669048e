import type { Profile } from '../../contract/settings.js'

/** One difference between a response and the pact. */
export interface Mismatch {
  /** The part of the response. */
  readonly part: 'status' | 'header' | 'body' | 'other'
  /** The name of the header, or the JSON path in the body. */
  readonly path?: string
  /**
   * The example in the pact. A matching rule may allow other values. A number that JavaScript cannot represent is a
   * string.
   */
  readonly expected?: unknown
  /**
   * The value in the response. For a real service, it is the type and length, such as `text of 12 characters`, unless
   * `showValues` is `true`.
   */
  readonly actual?: unknown
  /** What is wrong, in words. */
  readonly message: string
}

/**
 * The outcome of an interaction:
 *
 * - `verified`: the response matches the pact.
 * - `broken`: the response does not match the pact.
 * - `problem`: the interaction could not be verified.
 * - `skipped`: not checkable, because the real service does not have the provider states.
 */
type InteractionOutcome = 'verified' | 'broken' | 'problem' | 'skipped'

/** The result of one interaction. */
export interface InteractionReport {
  /** The name of the consumer. */
  readonly consumer: string
  /** The name of the provider. */
  readonly provider: string
  /** The description of the interaction in the pact. */
  readonly description: string
  /** The file of the pact. */
  readonly pact: string
  /** Method and path in the pact: `GET /api/v0/roles`. */
  readonly request: string
  /** The provider states with their parameters: `a volunteer exists {userId: 42}`. */
  readonly states: readonly string[]
  /** Whether the interaction may fail without failing the run. */
  readonly pending: boolean
  /** The outcome of the interaction. */
  readonly outcome: InteractionOutcome
  /** The differences to the pact. Empty unless `outcome` is `broken`. */
  readonly mismatches: readonly Mismatch[]
  /**
   * The assumptions of the mock that the response depends on. The API specification leaves these points open, so the real
   * service may differ. Empty for a real service.
   */
  readonly assumptions: readonly string[]
  /** The message in an error response of the target, if the pact expects another response. */
  readonly serverMessage?: string
  /** Whether the mock fulfills an interaction that a real service breaks: `verified`, or another outcome. */
  readonly mock?: InteractionOutcome
  /** Why the interaction was skipped or could not be verified, in one line. */
  readonly reason?: string
}

/** What the mock of a verification was. */
export interface MockTarget {
  readonly kind: 'mock'
  /** The version of conmock. */
  readonly version: string
  /** The profile that the assumptions start from. */
  readonly profile: Profile
  /** The assumptions that differ from the profile. */
  readonly assumptions: { readonly [name: string]: string }
  /** What else is not the default: the data, own faults. */
  readonly others: readonly string[]
}

/** The result of `verifyPacts`. */
export interface VerificationReport {
  /**
   * - `verified`: every interaction was verified or is pending.
   * - `broken`: at least one contract is broken.
   * - `problem`: something prevented the verification.
   */
  readonly outcome: 'verified' | 'broken' | 'problem'
  /** What was verified: the mock, or a real service. */
  readonly target: MockTarget | { readonly kind: 'service'; readonly url: string }
  /** The results of all interactions. */
  readonly interactions: readonly InteractionReport[]
  /** Problems of the whole run, one line each. */
  readonly problems: readonly string[]
  /** Other information, one line each: for example pacts that were left out. */
  readonly notes: readonly string[]
}

/** Counts the interactions by outcome. A pending interaction that failed only counts as pending. */
export function countOutcomes({ interactions }: Pick<VerificationReport, 'interactions'>) {
  const of = (outcome: InteractionOutcome) =>
    interactions.filter((each) => each.outcome === outcome && !isPendingFailure(each)).length
  return {
    verified: of('verified'),
    broken: of('broken'),
    problems: of('problem'),
    skipped: of('skipped'),
    pending: interactions.filter(isPendingFailure).length,
  }
}

/** Whether the response was compared with the pact. */
export function isCompared({ outcome }: InteractionReport): boolean {
  return outcome === 'verified' || outcome === 'broken'
}

/** Whether an interaction has failed, but is pending. */
export function isPendingFailure({ pending, outcome }: InteractionReport): boolean {
  return pending && outcome !== 'verified'
}

/** A verification that did not succeed. The message is the report as text. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  /** The report with all details. */
  readonly report: VerificationReport
  /** The exit code for a command: 1 for a broken contract, 2 for a problem. */
  readonly exitCode: 1 | 2

  constructor(report: VerificationReport, message: string) {
    super(message)
    this.report = report
    this.exitCode = report.outcome === 'broken' ? 1 : 2
  }
}
