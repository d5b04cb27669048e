import { readFileSync, rmSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { parse, type ParseError } from 'jsonc-parser'
import { checkOutput, writeOutput } from '../internal/output-file.js'
import { InvalidOptionError, type ServerOptions } from '../server.js'
import { prefixOf, reasonOf, UsageError } from './errors.js'

/** Parses the value of a flag as a whole number. */
export function wholeNumber(text: string): number {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

/** Parses the value of a flag as seconds. */
export function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= 86_400) return Number(text)
  throw new InvalidArgumentError('It must be a number of seconds above 0, at most 86400.')
}

/** Collects the values of a flag that can be repeated. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text]
}

/** Splits `NAME=VALUE` at the first or the last `=`. */
export function splitPair(flag: string, form: string, text: string, at: 'first' | 'last'): [string, string] {
  const place = at === 'first' ? text.indexOf('=') : text.lastIndexOf('=')
  if (place < 1) throw new UsageError(`${flag}: expected ${form}`)
  return [text.slice(0, place), text.slice(place + 1)]
}

/** Reads the assumptions in `--set`. */
export function assumptionsFrom({
  set = [],
}: {
  readonly set?: readonly string[]
}): ServerOptions['assumptions'] {
  return Object.fromEntries(set.map((text) => splitPair('--set', 'NAME=VARIANT', text, 'first')))
}

/** Describes a wrong scope in a flag for tokens. */
export function unknownScope(flag: string, form: string, known: readonly string[]): string {
  return `${flag}: unknown scope; the form is ${form}, the scopes are: ${known.join(', ')}`
}

/** Options whose flag has another name. */
const flagNames: Readonly<Record<string, string>> = {
  'admin.hosts': 'adminHost',
  'admin.token': 'adminToken',
  'tls.cert': 'tlsCert',
  'tls.key': 'tlsKey',
}

/** Names the flag instead of the option in an error, if the value comes from a flag. Returns any other error unchanged. */
export function namedByFlag(flags: object, error: unknown): unknown {
  if (!(error instanceof InvalidOptionError) || error.option === undefined) return error
  const option = error.option.replace(/\[\d+\]$/, '')
  const name = flagNames[option] ?? option
  const flag = firstGiven({ [name]: (flags as Record<string, unknown>)[name] })
  return flag === undefined ? error : new UsageError(`${flag} ${error.reason}`)
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

/** Returns the options that are set. */
export function onlyGiven<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<Options>
}

/** Returns the first option that is set, as a flag: `tokenUrl` as `--token-url`. Returns `undefined` if none is set. */
export function firstGiven(options: object): string | undefined {
  const [name] = Object.keys(onlyGiven(options))
  return name && `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
