import type { ListName, ListOrder } from '../contract/assumptions.js'
import type { Volunteer } from '../contract/resources.js'

/** The data that the API reads. The records that it hands out never change: a changed one is another object. */
export interface ApiData {
  /** Another number after every change. */
  readonly version: number
  volunteerOfUser(userId: string): Volunteer | undefined
  hasUser(userId: string): boolean
  /** The user of the volunteer record with this id, for who takes the one id for the other. */
  userOfVolunteer(volunteerId: string): string | undefined
  /** The ids of a few users who have a volunteer record, for a message. */
  someUserIds(): readonly string[]
  /** At most `size` records of a list in an order, from the one after the place `key`, or from the first. */
  listAfter(
    list: ListName,
    order: ListOrder,
    key: string | undefined,
    size: number,
  ): {
    readonly records: readonly object[]
    readonly more: boolean
    /** The place of the last record. */
    readonly lastKey: string | undefined
  }
}
