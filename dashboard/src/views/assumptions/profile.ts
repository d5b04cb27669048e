import {
  profiles,
  valueIn,
  type AssumptionInput,
  type AssumptionName,
  type Profile,
  type Settings,
  differencesFrom,
} from '../../../../src/contract/settings.js'

interface Comparison {
  readonly profile: Profile
  readonly changed: readonly AssumptionName[]
}

/** Returns the profile with the fewest differences, because the server does not tell which one a sandbox was created with. */
export function nearestProfile(settings: Settings): Comparison {
  const all = profiles.map((profile) => ({ profile, changed: differencesFrom(profile, settings) }))
  return all.toSorted((a, b) => a.changed.length - b.changed.length)[0]!
}

export function readValues(profile: Profile, wanted: readonly AssumptionName[]): AssumptionInput {
  return Object.fromEntries(wanted.map((name) => [name, valueIn(profile, name)]))
}
