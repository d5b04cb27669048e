import {
  profiles,
  valueIn,
  type AssumptionInput,
  type AssumptionName,
  type Profile,
  type Settings,
} from '../../../../src/contract/assumptions.js'
import { differencesFrom } from '../../../../src/contract/settings.js'

interface Comparison {
  readonly profile: Profile
  readonly changed: ReadonlySet<AssumptionName>
}

/**
 * Returns the profile with the fewest differences, which makes the shortest list of changes. A measured value is not a
 * difference. The admin API does not return the profile that a sandbox was created with.
 */
export function nearestProfile(
  settings: Settings,
  measured: { readonly [Name in AssumptionName]?: unknown },
): Comparison {
  const [spec, reported] = profiles.map((profile): Comparison => ({
    profile,
    changed: new Set(differencesFrom(profile, settings).filter((name) => measured[name] === undefined)),
  })) as [Comparison, Comparison]
  return reported.changed.size < spec.changed.size ? reported : spec
}

export function valuesOf(profile: Profile, wanted: Iterable<AssumptionName>): AssumptionInput {
  return Object.fromEntries(Array.from(wanted, (name) => [name, valueIn(profile, name)]))
}
