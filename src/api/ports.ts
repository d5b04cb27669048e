import type { Scope } from '../contract/operations.js'
import type { Role, Volunteer } from '../contract/schemas.js'

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
  /** At most `size` roles in the order of their ids, from the one that follows `id`, or from the first. */
  rolesAfter(
    id: string | undefined,
    size: number,
  ): { readonly records: readonly Role[]; readonly more: boolean }
}

/** The tokens that the API knows. */
export interface ApiTokens {
  /** A ready-made token that is good now and has the scope, for a message. */
  example(scope: Scope): string | undefined
  look(
    token: string,
  ): { readonly scopes: readonly Scope[]; readonly state: 'good' | 'expired' | 'revoked' } | undefined
}
