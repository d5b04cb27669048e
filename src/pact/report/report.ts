/** One thing in an answer that is not as the pact has it. */
export interface Mismatch {
  /** What it is about. */
  readonly part: 'status' | 'header' | 'body' | 'other'
  /** The header's name, or the JSON path in the body. */
  readonly path?: string
  /**
   * What the pact has in this place: its example, which a rule may allow to differ. A number that JavaScript cannot hold
   * as it is written is a text here.
   */
  readonly expected?: unknown
  /**
   * What the target answered in this place. Of a real service, its type and length: `text of 12 characters`; the value
   * itself with `showValues`.
   */
  readonly actual?: unknown
  /** What is wrong with it. */
  readonly message: string
}

/**
 * What became of an interaction: `verified`; `broken`, when the answer was not as the pact has it; `problem`, when it
 * could not be brought about; `skipped`, when a real service cannot have its states.
 */
export type InteractionOutcome = 'verified' | 'broken' | 'problem' | 'skipped'

/** One interaction of a pact after its verification. */
export interface InteractionReport {
  readonly consumer: string
  readonly provider: string
  readonly description: string
  /** The file, or the address at the broker. */
  readonly pact: string
  /** Method and path, as the pact has them. */
  readonly request: string
  /** Its states with their parameters, as text. */
  readonly states: readonly string[]
  /** Whether its failure fails nothing. */
  readonly pending: boolean
  readonly outcome: InteractionOutcome
  /** What did not match; only of a broken one. */
  readonly mismatches: readonly Mismatch[]
  /**
   * The assumptions of the mock that the answer rested on: what the specification leaves open, and a real service may do
   * otherwise. Empty where a real service answered.
   */
  readonly assumptions: readonly string[]
  /** What the target said of a request that it refused, where the pact expects no refusal. */
  readonly said?: string
  /** Why it could not be brought about or was skipped, in one line. */
  readonly reason?: string
}

/** Everything that a verification has found out. */
export interface VerificationReport {
  /** `verified`; `broken`, when a contract is; `problem`, when the set-up kept it from being verified. */
  readonly outcome: 'verified' | 'broken' | 'problem'
  /** Where the pacts were verified; nothing where it was a mock made for the purpose. */
  readonly target: { readonly kind: 'mock' } | { readonly kind: 'service'; readonly url: string }
  readonly interactions: readonly InteractionReport[]
  /** What was wrong with the set-up as a whole, a line each. */
  readonly problems: readonly string[]
  /** What else the reader should know, a line each: pacts that were left out. */
  readonly notes: readonly string[]
}

/** How many interactions there are of each kind. Those that are pending and not verified are counted as pending alone. */
export interface Counts {
  readonly verified: number
  readonly broken: number
  readonly problems: number
  readonly skipped: number
  readonly pending: number
}

/** Counts the interactions of a report. */
export function countsOf({ interactions }: Pick<VerificationReport, 'interactions'>): Counts {
  const of = (outcome: InteractionOutcome) =>
    interactions.filter((each) => each.outcome === outcome && !isExcused(each)).length
  return {
    verified: of('verified'),
    broken: of('broken'),
    problems: of('problem'),
    skipped: of('skipped'),
    pending: interactions.filter(isExcused).length,
  }
}

/** Whether an interaction has failed and may. */
export function isExcused({ pending, outcome }: InteractionReport): boolean {
  return pending && outcome !== 'verified'
}

/** A verification that did not succeed. The message says why, a line for each thing. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  /** Everything that was found out. */
  readonly report: VerificationReport
  /** What a program should exit with: 1 for a broken contract, 2 for a problem of the set-up. */
  readonly exitCode: 1 | 2

  constructor(report: VerificationReport, message: string) {
    super(message)
    this.report = report
    this.exitCode = report.outcome === 'broken' ? 1 : 2
  }
}
