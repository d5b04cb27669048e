import { InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { didYouMean, preview } from '../common/text.js'
import type { AssumptionInput, Settings } from './assumption.js'
import type { CompiledApi } from './compile.js'
import { defaultOf, describeVariants, parseValue } from './variants.js'

/**
 * The profiles: named sets of values for all assumptions.
 * `spec` follows the API specification. `reported` follows what is known about the real service.
 */
export const profiles = ['spec', 'reported'] as const

/** Name of a profile. */
export type Profile = (typeof profiles)[number]

type Value = string | number

/** Returns the value of an assumption in a profile. */
export function valueIn(
  { assumptions }: Pick<CompiledApi, 'assumptions'>,
  profile: Profile,
  name: string,
): Value {
  const { variants, reported } = assumptions[name]!
  return (profile === 'reported' ? reported : undefined) ?? defaultOf(variants)
}

export function checkedName({ assumptions, assumptionNames }: CompiledApi, name: string): string {
  if (Object.hasOwn(assumptions, name)) return name
  throw new InvalidOptionError(
    `unknown assumption "${preview(name)}"${didYouMean(name, assumptionNames)} The assumptions are: ${assumptionNames.join(', ')}`,
  )
}

function checkedValue({ assumptions }: CompiledApi, name: string, input: unknown): Value {
  const { variants } = assumptions[name]!
  const value = parseValue(variants, input)
  if (value !== undefined) return value
  throw new InvalidOptionError(
    `assumption ${name} has no variant "${preview(input)}"; allowed: ${describeVariants(variants)}`,
  )
}

/** @throws InvalidOptionError For an unknown assumption or variant. The message lists the allowed ones. */
export function checkedInput(api: CompiledApi, input: AssumptionInput): Settings {
  if (!isPlainObject(input)) {
    const [list] = api.lists
    const example = list ? `'${list.list}.pageSize': 25` : "'auth.missing': 403"
    throw new InvalidOptionError(`the assumptions must be a plain object: { ${example} }`)
  }
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, checkedValue(api, checkedName(api, name), value)]),
  )
}

/** @throws InvalidOptionError For an unknown assumption or variant. */
export function changedSettings(api: CompiledApi, settings: Settings, changes: AssumptionInput): Settings {
  return Object.freeze({ ...settings, ...checkedInput(api, changes) })
}

/** Returns the assumptions whose value differs from the one in a profile. */
export function differencesFrom(
  api: Pick<CompiledApi, 'assumptions' | 'assumptionNames'>,
  profile: Profile,
  settings: Settings,
): string[] {
  return api.assumptionNames.filter((name) => settings[name] !== valueIn(api, profile, name))
}
