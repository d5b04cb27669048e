import * as z from 'zod/mini'
import { checkOptions, oneOf, optionsSchema, text } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { printable } from '../common/text.js'
import { version } from '../common/version.js'
import {
  profiles,
  type AssumptionInput,
  type AssumptionName,
  type Profile,
  type Settings,
} from './assumptions.js'
import { described } from './resources/fields.js'
import { changedSettings, resolveSettings } from './settings.js'

/**
 * A profile that was measured at a real service: what `conmock probe --out` writes. The types fit an imported JSON file.
 *
 * @example
 * import profile from './conmock.profile.json' with { type: 'json' }
 * const mock = createMock({ profile })
 */
export interface ProfileFile {
  /** The JSON schema, for editors. */
  readonly $schema?: string | undefined
  /** The version of conmock that has written the file. */
  readonly conmock?: string | undefined
  /** The profile of all assumptions that were not measured: `spec` or `reported`. */
  readonly extends: string
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

/** Other fields are allowed, because a newer version of conmock may write more. All that matter are required. */
function withFields<Fields>(fields: {
  readonly [Name in keyof Fields]-?: z.ZodMiniType
}): z.ZodMiniType<Fields> {
  return z.pipe(z.custom(isPlainObject, 'must be a plain object'), z.looseObject(fields)) as never
}

export const profileFileSchema = withFields<ProfileFile>({
  $schema: z.optional(z.string('must be a string')),
  conmock: described(z.optional(text), 'The version of conmock that has written the file'),
  extends: described(oneOf(profiles), 'The profile of all assumptions that were not measured'),
  measured: described(z.string(DATE).check(z.refine(isDate, DATE)), 'The date of the measurement'),
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

function isNewer(writer: string | undefined): boolean {
  return writer !== undefined && writer.localeCompare(version, 'en', { numeric: true }) > 0
}

const reported = new WeakSet<object>()

/** Names what a file of a newer version has and this version does not know. Once for each file. */
function warn(file: ProfileFile, unknown: readonly string[]): void {
  if (unknown.length === 0 || reported.has(file)) return
  reported.add(file)
  // oxlint-disable-next-line no-console -- There is no other place: a profile may be read in a test or in a browser.
  console.warn(
    `conmock: the profile is from conmock ${file.conmock}. This version does not know: ${printable(unknown.join(', '))}`,
  )
}

function readFile(file: ProfileFile): ReadProfile {
  const base = file.extends as Profile
  const settings = resolveSettings({ profile: base })
  const values: Record<string, Settings[AssumptionName]> = {}
  const unknown: string[] = []
  for (const [name, value] of Object.entries(file.assumptions)) {
    if (value === undefined) continue
    try {
      values[name] = changedSettings(settings, { [name]: value })[name as AssumptionName]
    } catch (error) {
      if (!(error instanceof InvalidOptionError)) throw error
      if (!isNewer(file.conmock)) {
        throw new InvalidOptionError(error.reason, `profile.assumptions[${JSON.stringify(name)}]`)
      }
      unknown.push(`${name}=${value}`)
    }
  }
  warn(file, unknown)
  return { base, values }
}

/**
 * Reads a profile whose form was checked with `profileFileSchema`.
 *
 * @throws InvalidOptionError For an unknown assumption or variant, unless a newer version of conmock has written the file.
 */
export function readProfile(given: Profile | ProfileFile = 'spec'): ReadProfile {
  return typeof given === 'string' ? { base: given, values: {} } : readFile(given)
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
