import { existsSync } from 'node:fs'
import { profiles } from '../contract/settings.js'
import { checkProfileFile, type ProfileFile } from '../contract/profile-file.js'
import { InvalidOptionError } from '../common/errors.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { preview } from '../common/text.js'
import { UsageError } from './errors.js'
import { collectPairs, type FlagTable } from './flags.js'
import { readJsonFile } from './values.js'

type Profile = (typeof profiles)[number]

/** Reads a file with a measured profile. @throws UsageError If it is invalid. */
export function readProfileFile(api: CompiledApi, file: string, flag: string): ProfileFile {
  const json = readJsonFile(file, flag)
  try {
    return checkProfileFile(api, json)
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    const place = error.option === undefined ? '' : `${error.option.replace(/^profile/, '$')} `
    throw new UsageError(`${flag}: ${file}: ${place}${error.reason}`)
  }
}

/** Reads the value of `--profile`: a name or a file. */
function readProfileFlag(api: CompiledApi, text: string, flag: string): Profile | ProfileFile {
  if ((profiles as readonly string[]).includes(text)) return text as Profile
  if (existsSync(text)) return readProfileFile(api, text, flag)
  throw new UsageError(
    `${flag}: "${preview(text)}" is neither a profile nor a file; the profiles are: ${profiles.join(', ')}`,
  )
}

/** The flags for the assumptions of the mock. */
export const assumptionFlags = compiled(
  (api) =>
    ({
      profile: {
        value: '<name|file>',
        help: `values of all assumptions: ${profiles.join(', ')}, or a file that conmock probe has written (default: spec)`,
        option: 'profile',
        read: (text: string, flag: string) => readProfileFlag(api, text, flag),
      },
      set: {
        value: '<name=variant>',
        help: `value of one assumption, such as ${api.lists[0] ? `${api.lists[0].list}.pageSize=10` : 'auth.missing=403'}; may be repeated`,
        parse: collectPairs,
        option: 'assumptions',
      },
    }) as const satisfies FlagTable,
)
