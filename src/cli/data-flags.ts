import { Option, type Command } from 'commander'
import { countedKinds, scenarios } from '../internal/mock.js'
import type { ServerOptions } from '../server.js'
import type { Config } from './config-file.js'
import { inFile } from './errors.js'
import { namedByFlag, onlyGiven, readJsonFile, wholeNumber } from './values.js'

/** The options that choose the data of the mock. Those in `generating` choose generated records. */
const generating = ['scenario', ...countedKinds] as const
const choosing = ['seed', 'data', ...generating] as const

type DataOptions = Pick<ServerOptions, (typeof choosing)[number]>

/** The flags that choose the data of the mock. */
export interface DataFlags extends Omit<DataOptions, 'data'> {
  readonly data?: string
}

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

function pick(options: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)))
}

/** Returns the options that choose the data, without all others. */
export function dataOptionsIn(options: Config): DataOptions {
  return pick(options, choosing)
}

/** Merges the flags for the data into the configuration. `--data` replaces generated records, and vice versa. */
export function withData(config: Config, flags: DataFlags): Config {
  const given = onlyGiven(pick(flags, choosing))
  if ('data' in given) given.data = readJsonFile('--data', flags.data!)
  const replaced = 'data' in given ? generating : generating.some((name) => name in given) ? ['data'] : []
  const kept = Object.entries(config).filter(([name]) => !replaced.includes(name as never))
  return { ...Object.fromEntries(kept), ...given }
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
