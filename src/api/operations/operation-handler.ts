import type { Settings } from '../../contract/assumptions.js'
import type { ApiData } from '../api-data.js'
import type { PageCache } from '../page-cache.js'
import type { Refusal } from '../refusal.js'
import type { RenderedBody } from '../rendered-body.js'

/** The parts that an operation uses. */
export interface HandlerParts {
  readonly data: ApiData
  readonly settings: Settings
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
  /** Caches pages for all APIs of a mock. */
  readonly pages: PageCache
}

/** The parts of a request that an operation reads. */
export interface OperationRequest {
  /** The id in the path, decoded. Empty if the path has no id. */
  readonly id: string
  readonly query: string
}

/** Answers the requests of one operation, after the general checks. */
export interface OperationHandler {
  answer(request: OperationRequest): RenderedBody | Refusal
}
