import * as z from 'zod/mini'
import { checkOptions, optionsSchema } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import {
  type AssumptionInput,
  type AssumptionName,
  type Profile,
  type Settings,
  changedSettings,
  resolveSettings,
} from './settings.js'

/**
 * A profile that was measured at a real service: what `conmock probe --out` writes. All other assumptions have the values of
 * the profile `spec`. The types fit an imported JSON file.
 *
 * @example
 * import profile from './conmock.profile.json' with { type: 'json' }
 * const mock = createMock({ profile })
 */
export interface ProfileFile {
  /** The date of the measurement: `2026-11-23`. */
  readonly measured: string
  /** The variants that the service has, by the names of the assumptions. */
  readonly assumptions: { readonly [name: string]: string | number | undefined }
}

const DATE = 'must be a date such as 2026-11-23'

function isDate(date: string): boolean {
  const time = Date.parse(date)
  const isValid = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(time)
  return isValid && new Date(time).toISOString().startsWith(date)
}

export const profileFileSchema = optionsSchema<ProfileFile>({
  measured: z.string(DATE).check(z.refine(isDate, DATE)),
  assumptions: z.pipe(
    z.custom(isPlainObject, 'must be a plain object with the measured assumptions by name'),
    z.record(z.string(), z.union([z.string(), z.number()], 'must be a variant of the assumption')),
  ),
})

/** A profile with its checked values. */
export interface ReadProfile {
  /** The profile of all assumptions that were not measured. */
  readonly base: Profile
  /** The measured values, which are valid for the option `assumptions`. */
  readonly values: Partial<Settings>
}

/**
 * Reads a profile whose form was checked with `profileFileSchema`.
 *
 * @throws InvalidOptionError For an unknown assumption or variant.
 */
export function readProfile(given: Profile | ProfileFile = 'spec'): ReadProfile {
  if (typeof given === 'string') return { base: given, values: {} }
  const settings = resolveSettings({ profile: 'spec' })
  const values = Object.entries(given.assumptions).map(([name, value]) => {
    try {
      return [name, changedSettings(settings, { [name]: value })[name as AssumptionName]]
    } catch (error) {
      if (!(error instanceof InvalidOptionError)) throw error
      throw new InvalidOptionError(error.reason, `profile.assumptions[${JSON.stringify(name)}]`)
    }
  })
  return { base: 'spec', values: Object.fromEntries(values) as Partial<Settings> }
}

const optionSchema = optionsSchema<{ profile: ProfileFile }>({ profile: profileFileSchema })

/**
 * Checks the JSON of a profile.
 *
 * @throws InvalidOptionError If it is invalid. The option starts with `profile`.
 */
export function checkProfileFile(profile: unknown): ProfileFile {
  checkOptions(optionSchema, { profile })
  readProfile(profile as ProfileFile)
  return profile as ProfileFile
}

/** Returns the value of every assumption. @param assumptions Values instead of those of the profile. */
export function settingsFrom({ base, values }: ReadProfile, assumptions: AssumptionInput = {}): Settings {
  return resolveSettings({ profile: base, assumptions: { ...values, ...assumptions } })
}
