import { rmSync } from 'node:fs'
import { endedWith, isSimilar } from '../common/text.js'
import { readJson, readTextFile } from '../pact/common/json-file.js'
import { checkOutput, writeOutput } from '../pact/common/output-file.js'
import { getPrefix, getReason, UsageError } from './errors.js'
import { reportFiles } from './watched-files.js'

/**
 * Checks the scopes in a flag for tokens. A message does not repeat them: if scope and token are swapped, they are the token.
 *
 * @throws UsageError If one is unknown.
 */
export function checkScopes(
  flag: string,
  form: string,
  given: readonly string[],
  known: readonly string[],
): void {
  const unknown = given.find((scope) => !known.includes(scope))
  if (unknown === undefined) return
  const meant = known.find((scope) => isSimilar(unknown, scope))
  throw new UsageError(
    `${flag}: unknown scope${endedWith(meant)} The form is ${form}. Known scopes: ${known.join(', ')}`,
  )
}

/** Runs a function that reads a file, and adds the flag that names the file to its error. */
function reading<Result>(flag: string | undefined, file: string, read: () => Result): Result {
  reportFiles([file])
  try {
    return read()
  } catch (error) {
    throw new UsageError(getPrefix(flag) + getReason(error))
  }
}

/**
 * Reads a file as text.
 *
 * @param flag The flag that names the file, for messages.
 * @throws UsageError If it cannot be read.
 */
export function readFileOf(flag: string | undefined, file: string): string {
  return reading(flag, file, () => readTextFile(file))
}

/**
 * Reads a JSON file.
 *
 * @param flag The flag that names the file, for messages.
 * @throws UsageError If it cannot be read, or is not JSON.
 */
export function readJsonFile(flag: string | undefined, file: string): unknown {
  return reading(flag, file, () => readJson(file))
}

/**
 * Checks an output file before the work. Only an earlier result is overwritten.
 *
 * @param what What an earlier result is, for the message.
 * @returns The file to write.
 * @throws UsageError If it cannot be written, or something else is there.
 */
export function getOutput(
  flag: string,
  file: string,
  what: string,
  isResult: (text: string) => boolean,
): string {
  try {
    return checkOutput(file, what, isResult)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${flag}: ${getReason(error)}`)
  }
}

/** Removes a file, if it exists. @throws UsageError If that fails. */
export function removeFileOf(flag: string, file: string): void {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    throw new UsageError(`${flag}: cannot write ${file}: ${getReason(error)}`)
  }
}

/** Writes a file as a whole. @throws UsageError If that fails. */
export function writeFileOf(flag: string, file: string, text: string): void {
  try {
    writeOutput(file, text)
  } catch (error) {
    throw new UsageError(`${flag}: ${getReason(error)}`)
  }
}
