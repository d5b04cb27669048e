import * as z from 'zod/mini'
import { checkOptions, optionsSchema } from '../common/check-options.js'
import { isPlainObject } from '../common/plain-object.js'
import type { CompiledApi } from './compile.js'
import type { AssumptionInput, Settings } from './assumption.js'
import { changedSettings, checkedInput, valueIn, type Profile } from './settings.js'

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

export const profileFileSchema = optionsSchema<ProfileFile>({
  measured: z.iso.date(DATE),
  assumptions: z.pipe(
    z.custom(isPlainObject, 'must be a plain object with the measured assumptions by name'),
    z.record(z.string(), z.union([z.string(), z.number()], 'must be a variant of the assumption')),
  ),
})

/** Returns the named profile that all values without a measurement come from. */
export function getBase(profile: Profile | ProfileFile = 'spec'): Profile {
  return typeof profile === 'string' ? profile : 'spec'
}

/**
 * Returns the values in a profile file. The profiles `spec` and `reported` have none.
 *
 * @param profile Its form was checked before, with `profileFileSchema`.
 * @throws InvalidOptionError For an unknown assumption or variant.
 */
export function measuredValues(api: CompiledApi, profile: Profile | ProfileFile = 'spec'): Settings {
  return typeof profile === 'string' ? {} : checkedInput(api, profile.assumptions)
}

const optionSchema = optionsSchema<{ profile: ProfileFile }>({ profile: profileFileSchema })

/**
 * Checks the JSON of a profile.
 *
 * @throws InvalidOptionError If its form is invalid (the option starts with `profile`), or an assumption or variant is unknown.
 */
export function checkProfileFile(api: CompiledApi, profile: unknown): ProfileFile {
  checkOptions(optionSchema, { profile })
  measuredValues(api, profile as ProfileFile)
  return profile as ProfileFile
}

/**
 * Returns the value of every assumption.
 *
 * @param assumptions Values instead of those of the profile.
 * @throws InvalidOptionError For an unknown assumption or variant.
 */
export function settingsFor(
  api: CompiledApi,
  profile?: Profile | ProfileFile,
  assumptions?: AssumptionInput,
): Settings {
  const base = getBase(profile)
  const values = Object.fromEntries(api.assumptionNames.map((name) => [name, valueIn(api, base, name)]))
  return changedSettings(api, values, { ...measuredValues(api, profile), ...assumptions })
}
