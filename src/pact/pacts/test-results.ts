import { isPlainObject } from '../../common/plain-object.js'

/** A mismatch that the verifier reports. */
export interface RawMismatch {
  /** `status`, `header`, `body`, or another part that the verifier compares. */
  readonly attribute: string
  /** The header's name or the JSON path. */
  readonly identifier: string | undefined
  readonly description: string
  /** Whether the description contains no value of the response. */
  readonly isPlain?: true
}

/** The result of the verifier for one interaction. */
export interface TestResult {
  readonly success: boolean
  readonly mismatches: readonly RawMismatch[]
  /** Errors that prevented the comparison. */
  readonly exceptions: readonly string[]
}

function listOf(value: unknown): { readonly [name: string]: unknown }[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : []
}

/** Reads the results that the verifier publishes for a pact, by the ids of the interactions. */
export function readTestResults(body: unknown): Map<string, TestResult> {
  const results = new Map<string, TestResult>()
  if (!isPlainObject(body)) return results
  for (const result of listOf(body['testResults'])) {
    results.set(String(result['interactionId']), {
      success: result['success'] === true,
      mismatches: listOf(result['mismatches']).map(({ attribute, identifier, description }) => ({
        attribute: String(attribute),
        identifier: typeof identifier === 'string' ? identifier : undefined,
        description: String(description),
      })),
      exceptions: listOf(result['exceptions']).map(
        ({ message }) => `the verifier failed: ${String(message)}`,
      ),
    })
  }
  return results
}
