import { isPlainObject, objectsIn } from '../../common/plain-object.js'
import { restoreHeaderNames } from './verifier-document.js'

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

export function readTestResults(body: unknown): Map<string, TestResult> {
  const results = isPlainObject(body) ? objectsIn(body['testResults']) : []
  return new Map(
    results.map((result) => [
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
    ]),
  )
}
