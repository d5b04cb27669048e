import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { nearest } from '../common/text.js'
import { builtInData, countOptions, withoutReplaced } from '../internal/mock.js'
import type { ServerOptions } from '../server.js'
import type { Config } from './config-file.js'
import { inFile, UsageError } from './errors.js'
import { namedByFlag, onlyGiven, readJsonFile, wholeNumber } from './values.js'

const dataNames = Object.keys(builtInData)
const counts = Object.keys(countOptions) as (keyof typeof countOptions)[]
const choosing = ['seed', 'data', ...counts] as const

type DataOptions = Pick<ServerOptions, (typeof choosing)[number]>

/** The flags that choose the data of the mock. */
export interface DataFlags extends Omit<DataOptions, 'data'> {
  readonly data?: string
}

/** Adds the flags that choose the data of the mock. */
export function addDataOptions(command: Command): Command {
  command
    .option(
      '--data <name|file>',
      `built-in data (${dataNames.join(', ')}), or a JSON file; missing fields are generated (default: default)`,
    )
    .option(
      '--seed <number>',
      'seed of the generated data: another seed gives other names and values (default: 1)',
      wholeNumber,
    )
  for (const [name, kind] of Object.entries(countOptions)) {
    const flag = name.replace('Count', '-count')
    command.option(
      `--${flag} <number>`,
      `total number of ${kind} (default: depends on the data)`,
      wholeNumber,
    )
  }
  return command
}

function pick(options: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)))
}

/** Returns the options that choose the data, without all others. */
export function dataOptionsIn(options: Config): DataOptions {
  return pick(options, choosing)
}

/**
 * Returns the file of `--data`, or `undefined` for the name of built-in data.
 *
 * @throws UsageError If it is neither.
 */
export function dataFileIn({ data }: DataFlags): string | undefined {
  if (data === undefined || dataNames.includes(data)) return undefined
  if (/[./\\]/.test(data) || existsSync(data)) return data
  throw new UsageError(
    `--data: "${data}" is neither a file nor built-in data: did you mean "${nearest(data, dataNames)}"? The built-in data is: ${dataNames.join(', ')}`,
  )
}

/** Merges the flags for the data into the configuration. `--data` replaces its data and numbers. A number replaces own records. */
export function withData(config: Config, flags: DataFlags): Config {
  const given = onlyGiven(pick(flags, choosing)) as DataOptions
  const file = dataFileIn(flags)
  const chosen = file === undefined ? given : { ...given, data: readJsonFile('--data', file) as object }
  return { ...withoutReplaced(config, chosen), ...chosen }
}

/** Runs a function that reads the data, and adds the name of the file to its errors. */
export async function readingData<Result>(
  flags: DataFlags,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw inFile(`--data: ${flags.data}`, namedByFlag(flags, error))
  }
}
