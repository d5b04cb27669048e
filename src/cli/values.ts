import { readJson, readTextFile } from '../node/json-file.js'
import { checkOutput } from '../node/output-file.js'
import { forFlag, UsageError } from './errors.js'
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
  if (given.every((scope) => known.includes(scope))) return
  throw new UsageError(`${flag}: unknown scope. The form is ${form}. Known scopes: ${known.join(', ')}`)
}

/** Reads a file as text. @param flag The flag that names the file, for messages. @throws UsageError If it cannot be read. */
export function readFileOf(file: string, flag: string): string {
  reportFiles([file])
  return forFlag(flag, () => readTextFile(file))
}

/**
 * Reads a JSON file.
 *
 * @param flag The flag that names the file, for messages.
 * @throws UsageError If it cannot be read, or is not JSON.
 */
export function readJsonFile(file: string, flag: string | undefined): unknown {
  reportFiles([file])
  return forFlag(flag, () => readJson(file))
}

/**
 * Checks the file of `--out` before the work whose result it gets.
 *
 * @param what What an earlier result is, for the message.
 * @throws UsageError If it cannot be written, is something else, or `--check` is given too.
 */
export function checkOut(
  { out, check }: { readonly out?: string | undefined; readonly check?: string | undefined },
  what: string,
  readResult: (json: unknown) => unknown,
): void {
  if (out === undefined) return
  if (check !== undefined) throw new UsageError('--out and --check cannot be combined; remove one of them')
  forFlag('--out', () => checkOutput(out, what, (text) => readResult(JSON.parse(text))))
}
