import { InvalidOptionError } from '../../common/errors.js'
import { nearest } from '../../common/nearest.js'

/**
 * Ids of users of a real service, for provider states that cannot be set up there. A state whose fixture is missing is
 * skipped.
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
  /** A user whose record has options of all four types. */
  readonly userWithEveryOptionType?: string | undefined
  /** A user whose record has no contact methods, no departments and no options. */
  readonly userWithEmptyLists?: string | undefined
  /** A user without a volunteer record. */
  readonly userWithoutRecord?: string | undefined
  /** An id that no user has. */
  readonly unknownUser?: string | undefined
}

export type FixtureName = keyof Fixtures

const fixtureNames: readonly FixtureName[] = Object.freeze([
  'userId',
  'userWithPreferredNameNull',
  'userWithPreferredNameAbsent',
  'userWithUnnamedDepartment',
  'userWithEveryOptionType',
  'userWithEmptyLists',
  'userWithoutRecord',
  'unknownUser',
])

/**
 * Checks the names and values of fixtures.
 *
 * @throws InvalidOptionError For an unknown fixture, or an id that is not a non-empty string.
 */
export function checkedFixtures(fixtures: object): Fixtures {
  for (const [name, value] of Object.entries(fixtures)) {
    if (!(fixtureNames as readonly string[]).includes(name)) {
      const meant = nearest(name, fixtureNames)
      throw new InvalidOptionError(
        `unknown fixture "${name}": did you mean "${meant}"? Known fixtures: ${fixtureNames.join(', ')}`,
      )
    }
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      throw new InvalidOptionError(`the fixture "${name}" must be the id of a user: a non-empty string`)
    }
  }
  return { ...fixtures }
}
