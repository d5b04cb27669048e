import {
  assumptions,
  profiles,
  valueIn,
  type AssumptionInput,
  type AssumptionName,
  type Profile,
  type Settings,
} from '../../../../src/contract/assumptions.js'
import { formatValue } from '../../../../src/contract/variants.js'

export const names = Object.keys(assumptions) as AssumptionName[]

function differencesFrom(profile: Profile, settings: Settings): ReadonlySet<AssumptionName> {
  return new Set(names.filter((name) => formatValue(settings[name]) !== String(valueIn(profile, name))))
}

interface Comparison {
  readonly profile: Profile
  readonly changed: ReadonlySet<AssumptionName>
}

/**
 * Returns the profile with the fewest differences, which makes the shortest list of changes. The control plane does not return
 * the profile that a space was created with.
 */
export function nearestProfile(settings: Settings): Comparison {
  const [spec, reported] = profiles.map((profile) => ({
    profile,
    changed: differencesFrom(profile, settings),
  })) as [Comparison, Comparison]
  return reported.changed.size < spec.changed.size ? reported : spec
}

export function valuesOf(profile: Profile, wanted: Iterable<AssumptionName>): AssumptionInput {
  return Object.fromEntries(Array.from(wanted, (name) => [name, valueIn(profile, name)]))
}
