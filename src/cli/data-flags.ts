import { existsSync } from 'node:fs'
import { didYouMean, preview } from '../common/text.js'
import { builtInData } from '../convention/built-in-data.js'
import { countOptions } from '../convention/kinds.js'
import { withoutReplaced } from '../mock/options.js'
import type { ServerOptions } from '../server.js'
import type { Config } from './config-file.js'
import { inFile, UsageError } from './errors.js'
import { optionsIn, withFlagNames, wholeNumber, type FlagsOf, type FlagTable } from './flags.js'
import { readJsonFile } from './values.js'

const dataNames = Object.keys(builtInData)

/** Reads the value of `--data`: the name of built-in data, or a file. */
function readData(text: string): unknown {
  if (dataNames.includes(text)) return text
  if (/[./\\]/.test(text) || existsSync(text)) {
    const data = readJsonFile('--data', text)
    // Otherwise a file with the content "empty" would be read as the name of built-in data.
    if (typeof data === 'string') throw new UsageError(`--data: ${text}: $: expected object, received string`)
    return data
  }
  throw new UsageError(
    `--data: "${preview(text)}" is neither a file nor built-in data${didYouMean(text, dataNames)} The built-in data is: ${dataNames.join(', ')}`,
  )
}

const countFlags = Object.fromEntries(
  Object.entries(countOptions).map(([option, kind]) => [
    option,
    {
      value: '<number>',
      help: `total number of ${kind} (default: depends on the data)`,
      parse: wholeNumber,
      option,
    },
  ]),
)

/** The flags that choose the data of the mock. */
export const dataFlags = {
  data: {
    value: '<name|file>',
    help: `built-in data (${dataNames.join(', ')}), or a JSON file; missing fields are generated (default: default)`,
    option: 'data',
    read: readData,
  },
  seed: {
    value: '<number>',
    help: 'seed of the generated data: another seed gives other names and values (default: 1)',
    parse: wholeNumber,
    option: 'seed',
  },
  ...countFlags,
} as const satisfies FlagTable

export type DataFlags = Pick<FlagsOf<typeof dataFlags>, 'data' | 'seed'>

/** Returns the options that choose the data, without all others. */
export function dataOptionsIn(options: Config): ServerOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(dataFlags, name)))
}

/** Merges the flags for the data into the configuration. `--data` replaces its data and numbers. A number replaces own records. */
export function withData(config: Config, flags: DataFlags): Config {
  const given: ServerOptions = optionsIn(dataFlags, flags)
  return { ...withoutReplaced(config, given), ...given }
}

/** Runs a function that reads the data. Its errors name the file and the flags. */
export async function readingData<Result>(
  flags: DataFlags,
  run: () => Result | Promise<Result>,
  table: FlagTable = dataFlags,
): Promise<Result> {
  try {
    return await withFlagNames(table, flags, run)
  } catch (error) {
    throw inFile(`--data: ${flags.data}`, error)
  }
}
