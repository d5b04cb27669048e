import {
  assumptionNames,
  assumptions,
  valueIn,
  type AssumptionInput,
  type AssumptionName,
  type Profile,
  type Settings,
} from './assumptions.js'
import { InvalidOptionError } from '../common/errors.js'
import { nearest, preview } from '../common/text.js'
import { isPlainObject } from '../common/plain-object.js'
import { describeVariants, parseValue } from './variants.js'

type Value = string | number

export function checkedName(name: string): AssumptionName {
  if (Object.hasOwn(assumptions, name)) return name as AssumptionName
  throw new InvalidOptionError(
    `unknown assumption "${name}": did you mean "${nearest(name, assumptionNames)}"? The assumptions are: ${assumptionNames.join(', ')}`,
  )
}

function checkedValue(name: AssumptionName, input: unknown): Value {
  const { variants } = assumptions[name]
  const value = parseValue(variants, input)
  if (value !== undefined) return value
  throw new InvalidOptionError(
    `assumption ${name} has no variant "${preview(input)}"; allowed: ${describeVariants(variants)}`,
  )
}

function checkedInput(input: AssumptionInput): { [Name in AssumptionName]?: Value } {
  if (!isPlainObject(input)) {
    throw new InvalidOptionError("the assumptions must be a plain object: { 'roles.pageSize': 25 }")
  }
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, checkedValue(checkedName(name), value)]))
}

/** @throws InvalidOptionError For an unknown assumption or variant. The message lists the allowed ones. */
export function resolveSettings({
  profile = 'spec',
  assumptions: input = {},
}: {
  readonly profile?: Profile | undefined
  readonly assumptions?: AssumptionInput | undefined
} = {}): Settings {
  const defaults = assumptionNames.map((name) => [name, valueIn(profile, name)])
  return changedSettings(Object.fromEntries(defaults) as Settings, input)
}

/** @throws InvalidOptionError For an unknown assumption or variant. */
export function changedSettings(settings: Settings, changes: AssumptionInput): Settings {
  return Object.freeze({ ...settings, ...checkedInput(changes) }) as Settings
}

/** Returns the assumptions whose value differs from the one in a profile. */
export function differencesFrom(profile: Profile, settings: Settings): AssumptionName[] {
  return assumptionNames.filter((name) => settings[name] !== valueIn(profile, name))
}
