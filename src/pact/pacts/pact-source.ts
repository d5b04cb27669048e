import type { Pact } from './pact-file.js'
import type { TestResult } from './test-results.js'

/** A request of the verifier to its broker. */
export interface BrokerRequest {
  readonly method: string
  /** Path and query below the broker's own. */
  readonly path: string
  readonly body: unknown
}

/** An answer of the broker. */
export interface BrokerAnswer {
  readonly status: number
  readonly body: unknown
}

/** Adds to a result what the verifier has not looked at. */
export type Complete = (id: string, result: TestResult) => TestResult

/**
 * Where the verifier gets its pacts from, and where it brings its results to. It speaks with all sources as with a
 * broker, for that is its only way to give results as data.
 */
export interface PactSource {
  /** The path of the broker's index, below the gateway's. */
  readonly indexPath: string
  /**
   * @param url Where the gateway has this source, without a slash at its end.
   * @param complete For each result that the verifier brings.
   */
  readonly answer: (request: BrokerRequest, url: string, complete: Complete) => Promise<BrokerAnswer>
  /** The pacts that the verifier has been given. */
  readonly pacts: readonly Pact[]
  /** Whether a pact is pending for its broker. */
  readonly isPending: (pact: Pact) => boolean
  /** The results that the verifier has brought, by the ids of the interactions. */
  readonly results: ReadonlyMap<string, TestResult>
  /** Why nothing was learned from the source, where that is so. */
  readonly problem: string | undefined
}
