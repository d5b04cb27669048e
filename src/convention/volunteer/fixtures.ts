import { fixtureSchema, type FixtureSchemas } from '../../pact/states/definition.js'

/**
 * Ids of users of a real service, for provider states that cannot be set up there. A state whose fixture is missing is
 * a problem.
 */
export interface Fixtures {
  /** A user whose record has elements in each list, a name for each department, and a preferred name. */
  readonly userId?: string | undefined
  /** A user whose `preferredName` is `null`. */
  readonly userWithPreferredNameNull?: string | undefined
  /** A user without the field `preferredName`. */
  readonly userWithPreferredNameAbsent?: string | undefined
  /** A user whose record has a department without a name. */
  readonly userWithUnnamedDepartment?: string | undefined
  /** A user whose record has options of all four types, or of those types that the pact demands. */
  readonly userWithEveryOptionType?: string | undefined
  /** A user whose record has no contact methods, no departments and no options. */
  readonly userWithEmptyLists?: string | undefined
  /** A user without a volunteer record. */
  readonly userWithoutRecord?: string | undefined
  /** An id that no user has. */
  readonly unknownUser?: string | undefined
}

export type FixtureName = keyof Fixtures

const userId = fixtureSchema('the id of a user')

export const fixtureSchemas = {
  userId,
  userWithPreferredNameNull: userId,
  userWithPreferredNameAbsent: userId,
  userWithUnnamedDepartment: userId,
  userWithEveryOptionType: userId,
  userWithEmptyLists: userId,
  userWithoutRecord: userId,
  unknownUser: userId,
} satisfies FixtureSchemas & { readonly [Name in FixtureName]-?: unknown }
