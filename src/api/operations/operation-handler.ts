import type { ListName, ListOrder, Settings } from '../../contract/assumptions.js'
import type { Volunteer } from '../../contract/resources.js'
import type { PageCache } from '../page-cache.js'
import type { Refusal } from '../refusal.js'
import type { RenderedBody } from '../answer.js'

/** The data that the API reads. Records never change: an update creates a new object. */
export interface ApiData {
  readonly version: number
  volunteerOfUser(userId: string): Volunteer | undefined
  hasUser(userId: string): boolean
  /** For a hint when the ids of a record and its user were confused. */
  userOfVolunteer(volunteerId: string): string | undefined
  someUserIds(): readonly string[]
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
