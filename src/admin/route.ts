import type { Context } from 'hono'
import type { GuardOptions } from './guard.js'
import type { Sandboxes } from '../sandboxes/sandboxes.js'
import type { MockCore } from '../mock/mock-core.js'
import type { Parameters, Query } from './query.js'
import type { ComponentName } from './schemas/components.js'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface AdminContext {
  readonly sandboxes: Sandboxes
  readonly version: string
  /** Aborts when the server closes. Streams and long polls then end. */
  readonly signal: AbortSignal
  /** Tells the developer about a failure of conmock. */
  readonly report: (text: string) => void
  readonly access: GuardOptions
}

export interface RouteInput<Names extends Parameters = Parameters> {
  readonly context: AdminContext
  /** The mock of the sandbox in the path. @throws RecordNotFoundError If the sandbox does not exist. */
  readonly mock: MockCore
  readonly param: (name: string) => string
  readonly query: Query<Names>
  /** The parsed body. `undefined` if it is empty. */
  readonly body: unknown
  readonly hono: Context
}

interface RouteResponse {
  readonly description: string
  /** The schema of its JSON body. Absent if it has no body. */
  readonly schema?: ComponentName
}

interface RouteBody {
  /** Its schema, for the OpenAPI document. Most often, the library checks the body, so that the messages are the same. */
  readonly schema: ComponentName
  readonly required: boolean
  readonly example: unknown
}

/** A method of a path under `/__conmock/v1`. The routing, the OpenAPI document and the documentation use it. */
export interface Route<Names extends Parameters = Parameters> {
  /** Name of the operation, for clients that are generated. */
  readonly id: string
  readonly method: Method
  readonly path: string
  /** What the request does, as one sentence without a period. */
  readonly summary: string
  readonly query?: Names
  readonly body?: RouteBody
  readonly responses: { readonly [Status in 200 | 201 | 204]?: RouteResponse }
  /** Whether it may be refused with 409. */
  readonly conflicts?: boolean
  /**
   * Returns the body. The status is the lowest one in `responses`, unless the function sets another one in `hono`, or 204
   * without a body.
   */
  readonly answer: (input: RouteInput<Names>) => unknown
}

/** Creates a route, and checks its types. */
export function route<const Names extends Parameters = {}>(
  method: Route['method'],
  path: string,
  id: string,
  given: Omit<Route<Names>, 'method' | 'path' | 'id'>,
): Route {
  return { method, path, id, ...given } as unknown as Route
}
