import { existsSync } from 'node:fs'
import { checkProfileFile, profiles, type ProfileFile } from '../internal/mock.js'
import { InvalidOptionError } from '../server.js'
import { UsageError } from './errors.js'
import { readJsonFile } from './values.js'

type Profile = (typeof profiles)[number]

export const aboutProfile = `values of all assumptions: ${profiles.join(', ')}, or a file that conmock probe has written (default: spec)`

function isName(text: string): text is Profile {
  return (profiles as readonly string[]).includes(text)
}

/** Reads a file with a measured profile. @throws UsageError If it is invalid, with the JSON path. */
export function readProfileFile(flag: string, file: string): ProfileFile {
  const json = readJsonFile(flag, file)
  try {
    return checkProfileFile(json)
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    throw new UsageError(`${flag}: ${file}: ${(error.option ?? '').replace(/^profile/, '$')} ${error.reason}`)
  }
}

/** Reads the value of `--profile`: a name or a file. */
export function profileFrom(text: string): Profile | ProfileFile {
  if (isName(text)) return text
  if (existsSync(text)) return readProfileFile('--profile', text)
  throw new UsageError(
    `--profile: "${text}" is no file, and no profile; the profiles are: ${profiles.join(', ')}`,
  )
}

/** Returns the file that the value of `--profile` names. */
export function profileFileIn(text: string | undefined): string | undefined {
  return text === undefined || isName(text) ? undefined : text
}
