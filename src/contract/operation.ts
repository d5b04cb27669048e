import type { ResourceName } from '../convention/resources.js'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
}

/** A reason for which the API refuses a request. */
export interface Reason {
  readonly status: 400 | 401 | 403 | 404 | 405 | 500 | 501
  readonly description: string
}

export interface OperationDescriptor {
  /** Name of the operation in the OpenAPI document, in coverage files and in messages. */
  readonly id: string
  /** Name of the list, if the operation returns one in pages: `roles`. */
  readonly list?: string
  readonly method: 'GET'
  /** Parameters are written as `:name`. */
  readonly path: string
  readonly summary: string
  /** What provider states call the id in the path: `userId`. */
  readonly stateId?: string
  readonly scope: string
  readonly parameters: readonly Parameter[]
  readonly response: ResourceName
  /** The cases of a successful response, with descriptions. Clients should be tested with all of them. */
  readonly cases: { readonly [name: string]: string }
  /** The reasons for which this operation refuses a request, in addition to those of all operations. */
  readonly refusals: { readonly [code: string]: Reason }
}
