import { readFileSync } from 'node:fs'
import { parse as findErrors, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { SetupProblem } from '../common/errors.js'

/**
 * Reads a text file.
 *
 * @param shown The name of the file in messages.
 * @throws SetupProblem If it cannot be read, or is in UTF-16, which some editors and PowerShell write.
 */
export function readTextFile(file: string, shown = file): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new SetupProblem(`cannot read ${shown}: ${(error as Error).message}`)
  }
  const start = bytes.subarray(0, 2).toString('latin1')
  if (start === '\xFF\xFE' || start === '\xFE\xFF' || start.includes('\0')) {
    throw new SetupProblem(`${shown} is in UTF-16; save it as UTF-8`)
  }
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** Describes the first error in JSON. The messages of parsers contain a part of the file, which may be a secret. */
function describeError(json: string): string {
  const errors: ParseError[] = []
  try {
    findErrors(json, errors, { disallowComments: true })
  } catch {
    return 'lists and objects are nested too deeply'
  }
  const [first] = errors
  if (!first) return 'it cannot be parsed'
  const lines = json.slice(0, first.offset).split('\n')
  const words = printParseErrorCode(first.error).replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`)
  return `${words.toLowerCase()} (line ${lines.length}, column ${lines.at(-1)!.length + 1})`
}

/**
 * Reads a JSON file.
 *
 * @param shown The name of the file in messages.
 * @throws SetupProblem If it cannot be read, or is not JSON. The message contains no part of the file.
 */
export function readJson(
  file: string,
  shown = file,
  parse: (text: string) => unknown = (text) => JSON.parse(text),
): unknown {
  const text = readTextFile(file, shown)
  try {
    return parse(text)
  } catch {
    throw new SetupProblem(`${shown} is not JSON: ${describeError(text)}`)
  }
}
