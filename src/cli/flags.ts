import { InvalidArgumentError, Option, type Command } from 'commander'
import { InvalidOptionError } from '../common/errors.js'
import { preview } from '../common/text.js'
import { inFile, UsageError } from './errors.js'

/** A flag of the command line. Parsing, the help, the types and the error messages come from this row. */
interface Flag {
  /** The form of the value, such as `<number>`. A flag without a value is a switch. */
  readonly value?: string
  readonly help: string
  /** Converts one value. A flag that may be repeated gets its result so far. By default, the value is a string. */
  readonly parse?: (text: string, before: never, flag: string, form: string) => unknown
  readonly choices?: readonly string[]
  /** Whether the flag turns something off: `--no-admin`. */
  readonly negated?: true
  readonly required?: true
  /** The option of the library that the flag sets, such as `admin.token`. An error about this option names the flag. */
  readonly option?: string
  /** What messages call it if it is no flag, but an argument of the command. */
  readonly argument?: string
  /** Turns the value into that of the option, for example by reading a file. May be asynchronous. */
  readonly read?: (value: never, flag: string) => unknown
}

/** Flags by their name without `--` and in camel case. */
export type FlagTable = Readonly<Record<string, Flag>>

type ValueOf<Row> = Row extends { readonly parse: (...args: never) => infer Value }
  ? Value
  : Row extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { readonly value: string }
      ? string
      : boolean

/** The values of the flags in a table. */
export type FlagsOf<Table> = { readonly [Name in keyof Table]?: ValueOf<Table[Name]> | undefined }

/** Returns a flag as it is written on the command line: `tokenUrl` as `--token-url`. */
function flagName(name: string, { negated }: Pick<Flag, 'negated'> = {}): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `--${negated ? 'no-' : ''}${words}`
}

/** Adds all flags of a table to a command. */
export function addFlags(command: Command, table: FlagTable): Command {
  for (const [name, row] of Object.entries(table)) {
    const { value = '', parse, choices, required = false } = row
    if (row.argument !== undefined) continue
    const flag = flagName(name, row)
    const form = value.slice(1, -1).toUpperCase()
    const option = new Option(`${flag} ${value}`.trim(), row.help).makeOptionMandatory(required)
    if (parse) option.argParser((text, before) => parse(text, before as never, flag, form))
    if (choices) option.choices(choices)
    command.addOption(option)
  }
  return command
}

/** Parses a whole number. */
export function wholeNumber(text: string): number {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

/** Parses a number of seconds. */
export function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= 86_400) return Number(text)
  throw new InvalidArgumentError('It must be a number of seconds above 0, at most 86400.')
}

/** Collects the values of a flag that may be repeated. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text]
}

/** Splits `NAME=VALUE` at the first or the last `=`. */
export function splitPair(flag: string, form: string, text: string, at: 'first' | 'last'): [string, string] {
  const place = at === 'first' ? text.indexOf('=') : text.lastIndexOf('=')
  if (place < 1) throw new UsageError(`${flag}: expected ${form}`)
  return [text.slice(0, place), text.slice(place + 1)]
}

type Pairs = Readonly<Record<string, string>>

/**
 * Collects `NAME=VALUE` as the members of an object. The name ends at the first `=`.
 *
 * @throws UsageError For a name with two values.
 */
export function collectPairs(text: string, before: Pairs | undefined, flag: string, form: string): Pairs {
  const [name, value] = splitPair(flag, form, text, 'first')
  const other = before && Object.hasOwn(before, name) ? before[name]! : value
  if (other !== value)
    throw new UsageError(`${flag}: ${name} is given twice: ${preview(other)} and ${preview(value)}`)
  return { ...before, [name]: value }
}

/** Returns the first of these flags that is set, as it is written on the command line. */
export function firstGiven<Flags extends object>(
  flags: Flags,
  names: readonly (keyof Flags & string)[],
): string | undefined {
  const name = names.find((each) => flags[each] !== undefined)
  return name === undefined ? undefined : flagName(name)
}

/** The row of each flag that is set and that sets an option, with its name and value. */
function optionRows(table: FlagTable, flags: object) {
  const values = flags as Readonly<Record<string, unknown>>
  return Object.entries(table).flatMap(([name, row]) => {
    const value = values[name]
    // Without the flag, the parser sets a flag that turns something off to `true`.
    if (row.option === undefined || value === undefined || (row.negated && value === true)) return []
    return [{ flag: row.argument ?? flagName(name, row), option: row.option, read: row.read, value }]
  })
}

/** Returns the options that the flags set. Lists of several flags for one option are joined. */
export async function optionsIn(table: FlagTable, flags: object): Promise<object> {
  const options: Record<string, unknown> = {}
  for (const { flag, option, read, value } of optionRows(table, flags)) {
    const names = option.split('.')
    const last = names.pop()!
    let parent = options
    for (const name of names) parent = (parent[name] ??= {}) as Record<string, unknown>
    const result = read ? await read(value as never, flag) : value
    const before = parent[last]
    parent[last] = Array.isArray(before) ? [...(before as unknown[]), ...(result as unknown[])] : result
  }
  return options
}

/** Names the flag instead of the option in an error, if the option comes from a flag. Returns any other error unchanged. */
function namedByFlag(table: FlagTable, flags: object, error: unknown): unknown {
  if (!(error instanceof InvalidOptionError) || error.option === undefined) return error
  const { option, reason } = error
  const row = optionRows(table, flags).find((each) => /^(?:$|[.[])/.test(option.replace(each.option, '')))
  if (!row) return error
  const member = option.slice(row.option.length).replace(/^\[\d+\]/, '')
  return new UsageError(`${row.flag}${member} ${reason}`)
}

/** Runs a function with the options that the flags set. An error about an option names the flag, and one about data the file. */
export async function withFlagNames<Result>(
  table: FlagTable,
  flags: object,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const { data } = flags as { readonly data?: string }
    const named = namedByFlag(table, flags, error)
    throw data === undefined ? named : inFile(`--data: ${data}`, named)
  }
}
