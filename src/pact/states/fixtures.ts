import { InvalidOptionError } from '../../contract/errors.js'
import { nearest } from '../../contract/settings.js'

/** What a real service can hold that a state may be mapped to. */
const fixtureNames = Object.freeze([
  'userId',
  'userWithPreferredNameNull',
  'userWithPreferredNameAbsent',
  'userWithUnnamedDepartment',
  'userWithEveryOptionType',
  'userWithEmptyLists',
  'userWithoutRecord',
  'unknownUser',
] as const)

/** Name of a fixture. */
export type FixtureName = (typeof fixtureNames)[number]

/** Ids of users of a real service, by what they stand for. */
export type Fixtures = { readonly [Name in FixtureName]?: string | undefined }

/**
 * Checks the names and values of fixtures.
 *
 * @throws InvalidOptionError For a fixture that does not exist, or an id that a path cannot hold.
 */
export function checkedFixtures(fixtures: object): Fixtures {
  for (const [name, value] of Object.entries(fixtures)) {
    if (!(fixtureNames as readonly string[]).includes(name)) {
      const meant = nearest(name, fixtureNames)
      throw new InvalidOptionError(
        `unknown fixture "${name}": did you mean "${meant}"? The fixtures are: ${fixtureNames.join(', ')}`,
      )
    }
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      throw new InvalidOptionError(`the fixture "${name}" must be the id of a user, and not empty`)
    }
  }
  return { ...fixtures }
}
