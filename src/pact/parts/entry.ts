import type { Violation } from '../common/specification.js'
import type { GivenState, PathIds } from '../states/definition.js'

/** What the request of an interaction has, besides the method and path of the operation. */
interface RecordedRequest {
  /** The parameters of the path in the pact, if it has any. */
  readonly exampleParams?: { readonly [parameter: string]: string }
  /** What states call these parameters. @default what the operation says */
  readonly stateIds?: { readonly [parameter: string]: string }
  readonly query?: { readonly [name: string]: string }
  /** The JSON body. */
  readonly requestBody?: unknown
}

/** An interaction, as the tests have met it. Its method and path are those of the operation. */
export interface RecordedInteraction extends RecordedRequest {
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
  /** What the body of a successful response must contain, in place of `body`: an object with matchers. */
  readonly template?: unknown
}

/** An interaction with an operation that `conmock pact` can write. */
export interface Entry {
  /** The cases that lead to it. */
  readonly cases: readonly string[]
  /** Responses with one of these cases do not lead to it. */
  readonly except?: readonly string[]
  /** The fields that the interaction is about. It is only in the pact of a consumer that needs one of them. */
  readonly fields?: RegExp
  readonly interaction: (input: EntryInput) => RecordedInteraction
}

/** What an interaction depends on. */
export interface EntryInput {
  /** The cases of the responses that led to it. */
  readonly met: ReadonlySet<string>
  /**
   * The fields that the consumer needs. Without it, a body demands what the API specification promises, so no optional
   * field.
   */
  readonly needs: readonly string[] | undefined
  /** The fields of a successful response that have no fields themselves. */
  readonly fields: readonly string[]
}

/** What pacts say about an operation. */
export interface OperationInPacts extends RecordedRequest {
  /** What its response is, for descriptions: `the roles`. */
  readonly what: string
  /** A successful response, from which the bodies are made. Without it, a success has no body. */
  readonly example?: object
  /** What must be true before the token of a request can be refused. */
  readonly given: readonly GivenState[]
  /** Without any, the operation is not in recorded pacts. */
  readonly entries: readonly Entry[]
  /** Why a response that leads to no entry is left out. */
  readonly leftOut?: string
  /** The filters that its requests have. Others that tests use are not checked. */
  readonly filters?: readonly string[]
  /** How requests are refused for reasons of the operation, by their codes. */
  readonly refusals: { readonly [code: string]: RecordedInteraction }
  /** The assumptions with a variant that has the status of a success in place of a refusal. */
  readonly inPlaceOfRefusal: readonly string[]
  /** Finds in a valid body what a schema cannot express. @param requestedIds The ids in the path of the request. */
  violations?(this: void, body: never, requestedIds: PathIds): Violation[]
}

export function fieldsWithout({ fields }: EntryInput, ...without: readonly string[]): string[] {
  return fields.filter((field) => !without.includes(field))
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
