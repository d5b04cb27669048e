import type { Settings } from '../contract/assumptions.js'
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
  /** At most `size` roles in an order, from the one that follows the place `key`, or from the first. */
  rolesAfter(
    order: Settings['roles.order'],
    key: string | undefined,
    size: number,
  ): {
    readonly records: readonly Role[]
    readonly more: boolean
    /** The place of the last one. */
    readonly lastKey: string | undefined
  }
}

/** The clients that may get tokens. */
export interface ApiClients {
  /** The scopes that a client may have; nothing when there is no such client, or its secret is another. */
  scopesOf(id: string, secret: string): readonly Scope[] | undefined
  /** Makes a token that is good for so many seconds. */
  issue(granted: readonly Scope[], seconds: number): string
}

/** The tokens that the API knows. */
export interface ApiTokens {
  /** A ready-made token that is good now and has the scope, for a message. */
  example(scope: Scope): string | undefined
  look(
    token: string,
  ): { readonly scopes: readonly Scope[]; readonly state: 'good' | 'expired' | 'revoked' } | undefined
}
