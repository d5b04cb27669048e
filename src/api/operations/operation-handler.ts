import type { AssumptionName, Settings } from '../../contract/assumptions.js'
import type { ShapeName } from '../../contract/shapes.js'
import type { ApiData } from '../ports.js'
import type { PageCache } from '../page-cache.js'
import type { Refusal } from '../refusal.js'

/** The body of a successful answer, and what is known about it. */
export interface RenderedBody {
  /** As bytes where that saves time: see `ListPages`. */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly shapes: readonly ShapeName[]
  readonly assumed: readonly AssumptionName[]
  /** What a developer should know about the answer. It is logged. */
  readonly note?: string
}

/** What a handler answers from. */
export interface HandlerParts {
  readonly data: ApiData
  readonly settings: Settings
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
  /** The pages that are kept, for all APIs of a mock. */
  readonly pages: PageCache
}

/** The part of a request that an operation looks at. */
export interface OperationRequest {
  /** The id in the path, decoded; empty if the path has none. */
  readonly id: string
  readonly query: string
}

/** Answers the requests of one operation that have passed all general checks. */
export interface OperationHandler {
  answer(request: OperationRequest): RenderedBody | Refusal
}
