import { isPlainObject } from '../../contract/plain-object.js'

/** What the verifier says does not match. */
export interface RawMismatch {
  /** `status`, `header` or `body`, and what else the verifier compares. */
  readonly attribute: string
  /** The header's name or the JSON path. */
  readonly identifier: string | undefined
  readonly description: string
  /** Whether the description holds no value of the answer. */
  readonly isPlain?: true
}

/** What the verifier says of one interaction. */
export interface TestResult {
  readonly success: boolean
  readonly mismatches: readonly RawMismatch[]
  /** What kept it from comparing. */
  readonly exceptions: readonly string[]
}

function listOf(value: unknown): { readonly [name: string]: unknown }[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : []
}

/** The results that the verifier publishes for a pact, by the ids of the interactions. */
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
