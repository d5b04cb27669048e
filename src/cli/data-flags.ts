import { Option, type Command } from 'commander'
import { scenarios, type ServerOptions } from '../server.js'
import type { Config } from './config-file.js'
import { inFile } from './usage-error.js'
import { onlyGiven, readJsonFile, wholeNumber } from './values.js'

/** The flags that choose the data of the mock. */
export interface DataFlags {
  readonly seed?: number
  readonly volunteers?: number
  readonly roles?: number
  readonly scenario?: ServerOptions['scenario']
  readonly data?: string
}

/** Adds the flags that choose the data of the mock. */
export function addDataOptions(command: Command): Command {
  return command
    .option(
      '--seed <number>',
      'seed of the generated data: another seed gives other names and values (default: 1)',
      wholeNumber,
    )
    .option(
      '--volunteers <number>',
      'total number of volunteers (default: depends on the scenario)',
      wholeNumber,
    )
    .option('--roles <number>', 'total number of roles (default: depends on the scenario)', wholeNumber)
    .addOption(
      new Option('--scenario <name>', 'built-in data to use (default: default)').choices(
        Object.keys(scenarios),
      ),
    )
    .option('--data <file>', 'use the data in this JSON file instead; missing fields are generated')
}

/** Removes options of the configuration file that the flags replace: `--data` replaces the scenario, and vice versa. */
function removeReplaced(config: Config, { data, scenario, volunteers, roles }: DataFlags): Config {
  const { data: _, ...withoutData } = config
  const { scenario: __, volunteers: ___, roles: ____, ...withoutShape } = config
  if (data !== undefined) return withoutShape
  return [scenario, volunteers, roles].some((flag) => flag !== undefined) ? withoutData : config
}

/** Merges the flags for the data into the configuration. */
export function withData(config: Config, flags: DataFlags): Config {
  const { seed, volunteers, roles, scenario } = flags
  const data = flags.data === undefined ? undefined : readJsonFile('--data', flags.data)
  const given = { seed, volunteers, roles, scenario, data: data as ServerOptions['data'] }
  return { ...removeReplaced(config, flags), ...onlyGiven(given) }
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
