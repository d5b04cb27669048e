import { InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { didYouMean, preview } from '../common/text.js'
import { assumptions } from '../convention/assumptions.js'
import type { ListName } from '../convention/operations.js'
import type { Assumption } from './assumption.js'
import { defaultOf, describeVariants, parseValue, type Choice } from './variants.js'

type Registry = typeof assumptions

/** Name of an assumption, for example `roles.pageSize`. */
export type AssumptionName = keyof Registry

export const assumptionNames = Object.keys(assumptions) as AssumptionName[]

/** Returns the value of an assumption in a profile. */
export function valueIn(profile: Profile, name: AssumptionName): string | number {
  const { variants, reported }: Assumption = assumptions[name]
  return (profile === 'reported' ? reported : undefined) ?? defaultOf(variants)
}

/** Whether the API specification allows every variant. Otherwise, a real service that follows it may have another one. */
export function isSpecified(name: AssumptionName): boolean {
  return assumptions[name].status === 'specified'
}

export const specifiedNames = assumptionNames.filter(isSpecified)

export type ListOrder = Settings[`${ListName}.order`]

// Not shared on purpose: a helper type would hide values in hovers.

/**
 * Values for some of the assumptions. A status may be a number: `403` is the same as `'403'`.
 *
 * @example
 * const assumptions: AssumptionInput = { 'roles.pageSize': 25, 'auth.missing': 403 }
 */
export type AssumptionInput = {
  readonly [Name in keyof Registry]?: Registry[Name]['variants'] extends infer V
    ? | (V extends Choice<infer Option>
          ? Option | (Option extends `${infer Status extends number}` ? Status : never)
          : number)
      | undefined
    : never
}

/** The value of every assumption. */
export type Settings = {
  readonly [Name in keyof Registry]: Registry[Name]['variants'] extends infer V
    ? V extends Choice<infer Option>
      ? Option
      : number
    : never
}

/**
 * The profiles: named sets of values for all assumptions.
 * `spec` follows the API specification. `reported` follows what is known about the real service.
 */
export const profiles = ['spec', 'reported'] as const

/** Name of a profile. */
export type Profile = (typeof profiles)[number]

type Value = string | number

export function checkedName(name: string): AssumptionName {
  if (Object.hasOwn(assumptions, name)) return name as AssumptionName
  throw new InvalidOptionError(
    `unknown assumption "${preview(name)}"${didYouMean(name, assumptionNames)} The assumptions are: ${assumptionNames.join(', ')}`,
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

/** @throws InvalidOptionError For an unknown assumption or variant. The message lists the allowed ones. */
export function checkedInput(input: AssumptionInput): { [Name in AssumptionName]?: Value } {
  if (!isPlainObject(input)) {
    throw new InvalidOptionError("the assumptions must be a plain object: { 'roles.pageSize': 25 }")
  }
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, checkedValue(checkedName(name), value)]))
}

/** @throws InvalidOptionError For an unknown assumption or variant. */
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
