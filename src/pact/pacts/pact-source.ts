import type { Pact } from './pact-file.js'
import type { TestResult } from './test-results.js'

export interface BrokerRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

export interface BrokerAnswer {
  readonly status: number
  readonly body: unknown
}

/** Adds the findings of conmock's own checks to a result of the verifier. */
export type Complete = (id: string, result: TestResult) => TestResult

/**
 * A source of pacts, which also collects their results. The verifier treats every source as a broker, because it only
 * reports results as data to a broker.
 */
export interface PactSource {
  /** The path of the broker's index, relative to the gateway. */
  readonly indexPath: string
  /** @param url The URL of this source at the gateway, without a slash at the end. */
  readonly answer: (request: BrokerRequest, url: string, complete: Complete) => Promise<BrokerAnswer>
  /** The pacts that the verifier has received. */
  readonly pacts: readonly Pact[]
  /** The results so far, by the ids of the interactions. */
  readonly results: ReadonlyMap<string, TestResult>
  /** Why the source could not be used; `undefined` if there was no problem. */
  readonly problem: string | undefined
}
