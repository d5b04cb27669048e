import type { OperationId } from '../../convention/operations.js'
import type { AssumptionName } from '../../contract/settings.js'
import { leafFields } from '../../contract/needs.js'
import type { Violation } from '../common/specification.js'
import type { GivenState } from '../states/definition.js'

/** An interaction, as the tests have met it. Its method and path are those of the operation. */
export interface RecordedInteraction {
  readonly description: string
  readonly given: readonly GivenState[]
  /** The cursor in the request. */
  readonly cursor?: unknown
  /** `false` if the request has no token. */
  readonly credential?: false
  /** What the body of a successful response must contain. The status of a refusal is enough. */
  readonly body?: {
    /** The fields that the body must have. An empty list is named itself, because its elements have no fields. */
    readonly only: readonly string[]
    /** Examples for some of them, which decide the shape. */
    readonly example?: object
  }
}

/** An interaction with an operation that `conmock pact` can write. */
export interface Entry {
  /** The cases that lead to it. */
  readonly cases: readonly string[]
  /** Responses with one of these cases do not lead to it. */
  readonly except?: readonly string[]
  /** The fields that the interaction is about. It is only in the pact of a consumer that needs one of them. */
  readonly fields?: RegExp
  /**
   * @param met The cases of the responses that led to it.
   * @param needs The fields that the consumer needs. Without it, a body demands what the API specification promises, so no
   *   optional field.
   */
  readonly interaction: (met: ReadonlySet<string>, needs?: readonly string[]) => RecordedInteraction
}

/** What pacts say about an operation. */
export interface OperationInPacts {
  /** What its response is, for descriptions: `the roles`. */
  readonly what: string
  /** A successful response, from which the bodies are made. */
  readonly example: object
  /** The id in the path, if it has one. */
  readonly exampleId?: string
  /** What must be true before the token of a request can be refused. */
  readonly given: readonly GivenState[]
  readonly entries: readonly Entry[]
  /** How requests are refused for reasons of the operation, by their codes. */
  readonly refusals: { readonly [code: string]: RecordedInteraction }
  /** The assumptions with a variant that has status 200 in place of a refusal. */
  readonly inPlaceOfRefusal: readonly AssumptionName[]
  /** Finds in a valid body what a schema cannot express. @param requestedId The id in the path of the request. */
  violations(this: void, body: never, requestedId: string | undefined): Violation[]
}

export function fieldsWithout(operation: OperationId, ...without: readonly string[]): string[] {
  return leafFields[operation].filter((field) => !without.includes(field))
}

/**
 * Returns the variant that tests met, as `one`, and all that they met as text. `one` is `undefined` if they met several. Then the
 * interaction must accept each of them.
 */
export function onlyOne<Name extends string>(
  met: ReadonlySet<string>,
  prefix: string,
  names: readonly Name[],
) {
  const found = names.filter((name) => met.has(`${prefix}.${name}`))
  return { one: found.length === 1 ? found[0] : undefined, text: found.join(' or ') }
}
