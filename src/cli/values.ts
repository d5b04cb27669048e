import { readFileSync, rmSync } from 'node:fs'
import { parse, type ParseError } from 'jsonc-parser'
import { checkOutput, writeOutput } from '../pact/common/output-file.js'
import { prefixOf, reasonOf, UsageError } from './errors.js'
import { reportFiles } from './watched-files.js'

/** Describes a wrong scope in a flag for tokens. */
export function unknownScope(flag: string, form: string, known: readonly string[]): string {
  return `${flag}: unknown scope; the form is ${form}, the scopes are: ${known.join(', ')}`
}

/** Describes where JSON has its first error. The errors of Node name a position only sometimes, and never the line. */
function placeOfError(json: string): string {
  const errors: ParseError[] = []
  parse(json, errors, { disallowComments: true })
  if (!errors[0]) return ''
  const lines = json.slice(0, errors[0].offset).split('\n')
  return ` (line ${lines.length}, column ${lines.at(-1)!.length + 1})`
}

/**
 * Reads a file as text.
 *
 * @param flag The flag that names the file, for messages.
 * @throws UsageError If it cannot be read.
 */
export function readFileOf(flag: string | undefined, file: string): string {
  reportFiles([file])
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ERR_STRING_TOO_LONG' ? 'it is larger than the maximum of 512 MiB' : message
    throw new UsageError(`${prefixOf(flag)}cannot read ${file}: ${reason}`)
  }
}

/**
 * Reads a JSON file.
 *
 * @param flag The flag that names the file, for messages.
 * @throws UsageError If it cannot be read, or is not JSON.
 */
export function readJsonFile(flag: string | undefined, file: string): unknown {
  const json = readFileOf(flag, file).replace(/^\uFEFF/, '')
  try {
    return JSON.parse(json) as unknown
  } catch (error) {
    // Without the part of the file, and without a position.
    const reason = (error as Error).message.replace(
      /(?:, (?:\.\.\.)?".*" is not valid JSON| in JSON at position .*)$/s,
      '',
    )
    throw new UsageError(`${prefixOf(flag)}${file} is not JSON: ${reason}${placeOfError(json)}`)
  }
}

/**
 * Checks an output file before the work. Only an earlier result is overwritten.
 *
 * @param what What an earlier result is, for the message.
 * @returns The file to write.
 * @throws UsageError If it cannot be written, or something else is there.
 */
export function outputOf(
  flag: string,
  file: string,
  what: string,
  isResult: (text: string) => boolean,
): string {
  try {
    return checkOutput(file, what, isResult)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${flag}: ${reasonOf(error)}`)
  }
}

/** Removes a file, if it exists. @throws UsageError If that fails. */
export function removeFileOf(flag: string, file: string): void {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    throw new UsageError(`${flag}: cannot write ${file}: ${reasonOf(error)}`)
  }
}

/** Writes a file as a whole. @throws UsageError If that fails. */
export function writeFileOf(flag: string, file: string, text: string): void {
  try {
    writeOutput(file, text)
  } catch (error) {
    throw new UsageError(`${flag}: ${reasonOf(error)}`)
  }
}
