import type { ListName, ListOrder } from '../contract/assumptions.js'
import type { Volunteer } from '../contract/resources.js'

/** The data that the API reads. Records never change: an update creates a new object. */
export interface ApiData {
  /** Changes with every change of the data. */
  readonly version: number
  volunteerOfUser(userId: string): Volunteer | undefined
  hasUser(userId: string): boolean
  /** Returns the user id of a volunteer record, for a hint when the two ids were confused. */
  userOfVolunteer(volunteerId: string): string | undefined
  /** Returns the ids of a few users with a volunteer record, for a hint. */
  someUserIds(): readonly string[]
  /** Returns at most `size` records of a list: those after the sort key `key`, or the first if `key` is `undefined`. */
  listAfter(
    list: ListName,
    order: ListOrder,
    key: string | undefined,
    size: number,
  ): {
    readonly records: readonly object[]
    readonly more: boolean
    /** Sort key of the last record. */
    readonly lastKey: string | undefined
  }
}
