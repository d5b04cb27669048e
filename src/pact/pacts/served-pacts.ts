import { isPlainObject, objectsIn, type PlainObject } from '../../common/plain-object.js'
import type { Pact } from './pact-file.js'
import { restoreHeaderNames } from './verifier-document.js'

// The verifier only reports results as data to a broker. So it gets each document with the link with which a broker receives results:
// https://docs.pact.io/pact_broker/advanced_topics/api_docs

export interface RawMismatch {
  /** `status`, `header`, `body`, or another part that the verifier compares. */
  readonly attribute: string
  readonly identifier: string | undefined
  readonly description: string
  /** Whether the description contains no value of the response. */
  readonly isPlain?: true
}

export interface TestResult {
  readonly success: boolean
  readonly mismatches: readonly RawMismatch[]
  readonly exceptions: readonly string[]
}

/** Reads the results that the verifier publishes, with the ids of their interactions. */
export function readTestResults(body: unknown): [id: string, result: TestResult][] {
  const results = isPlainObject(body) ? objectsIn(body['testResults']) : []
  return results.map((result) => [
    String(result['interactionId']),
    {
      success: result['success'] === true,
      mismatches: objectsIn(result['mismatches']).map(({ attribute, identifier, description }) => ({
        attribute: String(attribute),
        identifier: typeof identifier === 'string' ? restoreHeaderNames(identifier) : undefined,
        description: restoreHeaderNames(String(description)),
      })),
      exceptions: objectsIn(result['exceptions']).map(
        ({ message }) => `the verifier failed: ${String(message)}`,
      ),
    },
  ])
}

/** Maximum number of interactions per document. The verifier's time grows with the square of this number. */
const MAX_INTERACTIONS = 20

/**
 * Returns the pacts in documents for the verifier, without the interactions that it cannot read. It reports after each document,
 * so these results are not lost if a later one takes too long.
 */
export function toDocuments(pacts: readonly Pact[]): PlainObject[] {
  return pacts.flatMap(({ document, interactions }) => {
    const all = interactions.filter(({ unusable }) => unusable === undefined).map(({ json }) => json)
    return Array.from({ length: Math.ceil(all.length / MAX_INTERACTIONS) }, (_, index) => {
      const start = index * MAX_INTERACTIONS
      return { ...document, interactions: all.slice(start, start + MAX_INTERACTIONS) }
    })
  })
}
