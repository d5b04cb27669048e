import { Option, type Command } from 'commander'
import { DataError, scenarios, type ServerOptions } from '../server.js'
import type { Config } from './config-file.js'
import { UsageError } from './usage-error.js'
import { readJsonFile, wholeNumber } from './values.js'

/** The flags that choose a world. */
export interface WorldFlags {
  readonly seed?: number
  readonly volunteers?: number
  readonly roles?: number
  readonly scenario?: ServerOptions['scenario']
  readonly data?: string
}

/** Adds the flags that choose a world to a command. */
export function addWorldOptions(command: Command): Command {
  return command
    .option('--seed <number>', 'another seed makes another world of the same shape (default: 1)', wholeNumber)
    .option('--volunteers <number>', 'volunteers in all (default: as the scenario has it)', wholeNumber)
    .option('--roles <number>', 'roles in all (default: as the scenario has it)', wholeNumber)
    .addOption(
      new Option('--scenario <name>', 'the world to use (default: default)').choices(Object.keys(scenarios)),
    )
    .option('--data <file>', 'use the world in this JSON file instead; gaps in it are filled in')
}

/** Removes from a configuration what flags overrule: a world from data has no other shape, and the other way round. */
function withoutOverruled(config: Config, { data, scenario, volunteers, roles }: WorldFlags): Config {
  const { data: _, ...withoutData } = config
  const { scenario: __, volunteers: ___, roles: ____, ...withoutShape } = config
  if (data !== undefined) return withoutShape
  return [scenario, volunteers, roles].some((flag) => flag !== undefined) ? withoutData : config
}

/** The configuration, with the world that the flags choose. */
export function withWorld(config: Config, flags: WorldFlags): Config {
  const { seed, volunteers, roles, scenario } = flags
  const data = flags.data === undefined ? undefined : readJsonFile('--data', flags.data)
  const given = { seed, volunteers, roles, scenario, data: data as ServerOptions['data'] }
  return {
    ...withoutOverruled(config, flags),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}

/** Runs what reads the data, and names the file in the problems that it finds. */
export async function readingData<Result>(
  { data: file }: WorldFlags,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    throw new UsageError(error.problems.map(({ path, reason }) => `--data: ${file}: ${path}: ${reason}`))
  }
}
