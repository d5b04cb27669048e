import { Option, type Command } from 'commander'
import { countedKinds, type RecordCounts } from '../internal/data.js'
import { scenarios, type ServerOptions } from '../server.js'
import type { Config } from './config-file.js'
import { inFile } from './usage-error.js'
import { onlyGiven, readJsonFile, wholeNumber } from './values.js'

/** The flags that choose the data of the mock. */
export interface DataFlags extends RecordCounts {
  readonly seed?: number
  readonly scenario?: ServerOptions['scenario']
  readonly data?: string
}

/** The options that `--data` replaces, and vice versa. */
const generating = ['scenario', ...countedKinds] as const

/** All options that choose the data. */
export const dataOptions = ['seed', ...generating, 'data'] as const

/** Adds the flags that choose the data of the mock. */
export function addDataOptions(command: Command): Command {
  command.option(
    '--seed <number>',
    'seed of the generated data: another seed gives other names and values (default: 1)',
    wholeNumber,
  )
  for (const kind of countedKinds) {
    const description = `total number of ${kind} (default: depends on the scenario)`
    command.option(`--${kind} <number>`, description, wholeNumber)
  }
  return command
    .addOption(
      new Option('--scenario <name>', 'built-in data to use (default: default)').choices(
        Object.keys(scenarios),
      ),
    )
    .option('--data <file>', 'use the data in this JSON file instead; missing fields are generated')
}

/** Returns some of the options, without those that are not given. */
export function pick<Options extends object, Name extends keyof Options>(
  options: Options,
  names: readonly Name[],
): Partial<Pick<Options, Name>> {
  const picked = Object.fromEntries(names.map((name) => [name, options[name]])) as Pick<Options, Name>
  return onlyGiven(picked)
}

/** Merges the flags for the data into the configuration. */
export function withData(config: Config, flags: DataFlags): Config {
  const given = pick(flags, ['seed', ...generating])
  if (flags.data !== undefined) {
    const data = readJsonFile('--data', flags.data) as ServerOptions['data']
    const kept = Object.entries(config).filter(([name]) => !generating.includes(name as 'scenario'))
    return { ...Object.fromEntries(kept), ...given, ...(data === undefined ? {} : { data }) }
  }
  const { data, ...others } = config
  const isReplaced = generating.some((name) => flags[name] !== undefined)
  return { ...others, ...(isReplaced || data === undefined ? {} : { data }), ...given }
}

/** Runs a function that reads the data, and adds the name of the file to its errors. */
export async function readingData<Result>(
  { data: file }: DataFlags,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw inFile(`--data: ${file}`, error)
  }
}
