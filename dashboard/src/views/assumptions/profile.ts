import type { ApiDescription } from '../../../../src/admin/describe-api.js'
import type { AssumptionInput, Settings } from '../../../../src/contract/assumption.js'
import { differencesFrom, profiles, valueIn, type Profile } from '../../../../src/contract/settings.js'

interface Comparison {
  readonly profile: Profile
  readonly changed: readonly string[]
}

/** Returns the profile with the fewest differences, because the server does not tell which one a sandbox was created with. */
export function nearestProfile(api: ApiDescription, settings: Settings): Comparison {
  const all = profiles.map((profile) => ({ profile, changed: differencesFrom(api, profile, settings) }))
  return all.toSorted((a, b) => a.changed.length - b.changed.length)[0]!
}

export function readValues(
  api: ApiDescription,
  profile: Profile,
  wanted: readonly string[],
): AssumptionInput {
  return Object.fromEntries(wanted.map((name) => [name, valueIn(api, profile, name)]))
}
