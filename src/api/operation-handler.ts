import type { ListOrder, Settings } from '../contract/settings.js'
import type { ListName } from '../convention/operations.js'
import type { KindName, RecordTypes } from '../convention/resources.js'
import type { PageCache } from './page-cache.js'
import type { Refusal } from './refusal.js'
import type { RenderedBody } from './answer.js'

/** The data that the API reads. Records never change: an update creates a new object. */
export interface ApiData {
  readonly version: number
  get<Name extends KindName>(kind: Name, id: string): RecordTypes[Name] | undefined
  /** @param key The key of a record beside its id. */
  getByKey<Name extends KindName>(kind: Name, key: string): RecordTypes[Name] | undefined
  first<Name extends KindName>(kind: Name, count: number): readonly RecordTypes[Name][]
  /** @param key Returns the records after this sort key, or the first ones if it is `undefined`. */
  listAfter(
    list: ListName,
    order: ListOrder,
    key: string | undefined,
    size: number,
  ): {
    readonly records: readonly object[]
    readonly more: boolean
    readonly lastKey: string | undefined
  }
}

export interface HandlerParts {
  readonly data: ApiData
  readonly settings: Settings
  /** Caches pages for all APIs of a mock. */
  readonly pages: PageCache
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
