import type { ListOrder, Settings } from '../contract/settings.js'
import type { KindName, RecordTypes } from '../convention/resources.js'
import type { Refusal } from './refusal.js'
import type { RenderedBody } from './answer.js'

/** The records of one kind that the API reads. They never change: an update creates a new object. */
interface ApiRecords<T> {
  get(id: string): T | undefined
  /** @param key The key of a record beside its id. */
  getByKey(key: string): T | undefined
  /** @param after Returns the records after this sort key, or the first ones if it is `undefined`. */
  page(
    after: string | undefined,
    size: number,
    order?: ListOrder,
  ): {
    readonly records: readonly T[]
    readonly more: boolean
    readonly lastKey: string | undefined
  }
}

/** The data that the API reads. */
export interface ApiData {
  readonly version: number
  readonly stores: { readonly [Name in KindName]: ApiRecords<RecordTypes[Name]> }
}

export interface HandlerParts {
  readonly data: ApiData
  readonly settings: Settings
}

export interface OperationRequest {
  /** The id in the path, decoded. Empty if the path has no id. */
  readonly id: string
  readonly query: string
}

/** Answers the requests of one operation, after the general checks. */
export interface OperationHandler {
  answer(request: OperationRequest): RenderedBody | Refusal
}
