import type { ResourceName } from '../resources.js'
import type { RefusalReason } from '../refusal-reasons.js'
import type { Scope } from '../scopes.js'

/** A path or query parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
}

/** What the API specification says of one operation. */
export interface OperationDescriptor {
  /** Name of the operation in the OpenAPI document and in messages. */
  readonly id: string
  readonly method: 'GET'
  /** Path with its parameters as `:name`. */
  readonly path: string
  readonly summary: string
  readonly scope: Scope
  readonly parameters: readonly Parameter[]
  /** The resource in a successful response. */
  readonly response: ResourceName
  /** The shapes that a successful response may have, by name. A consumer should have received each of them. */
  readonly shapes: { readonly [name: string]: string }
  /** The reasons for which this operation refuses a request, beside those that all operations have. */
  readonly refusals: readonly RefusalReason[]
}
