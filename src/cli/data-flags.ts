import { existsSync } from 'node:fs'
import { didYouMean, preview } from '../common/text.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { withoutReplaced } from '../mock/options.js'
import type { ServerOptions } from '../server/server-options.js'
import type { Config } from './config-file.js'
import { inFile, UsageError } from './errors.js'
import { optionsIn, withFlagNames, wholeNumber, type FlagsOf, type FlagTable } from './flags.js'
import { readJsonFile } from './values.js'

/** Reads the value of `--data`: the name of built-in data, or a file. */
function readData(dataNames: readonly string[], text: string): unknown {
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

function countFlags({ countOptions }: CompiledApi) {
  return Object.fromEntries(
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
}

/** The flags that choose the data of the mock. */
export const dataFlags = compiled((api) => {
  const dataNames = Object.keys(api.builtInData)
  return {
    data: {
      value: '<name|file>',
      help: `built-in data (${dataNames.join(', ')}), or a JSON file; missing fields are generated (default: default)`,
      option: 'data',
      read: (text: string) => readData(dataNames, text),
    },
    seed: {
      value: '<number>',
      help: 'seed of the generated data: another seed gives other names and values (default: 1)',
      parse: wholeNumber,
      option: 'seed',
    },
    ...countFlags(api),
  } as const satisfies FlagTable
})

export type DataFlags = Pick<FlagsOf<ReturnType<typeof dataFlags>>, 'data' | 'seed'>

/** Returns the options that choose the data, without all others. */
export function dataOptionsIn(api: CompiledApi, options: Config): ServerOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(dataFlags(api), name)))
}

/** Merges the flags for the data into the configuration. `--data` replaces its data and numbers. A number replaces own records. */
export function withData(api: CompiledApi, config: Config, flags: DataFlags): Config {
  const given: ServerOptions = optionsIn(dataFlags(api), flags)
  return { ...withoutReplaced(api, config, given), ...given }
}

/** Runs a function that reads the data. Its errors name the file and the flags. */
export async function readingData<Result>(
  table: FlagTable,
  flags: DataFlags,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await withFlagNames(table, flags, run)
  } catch (error) {
    throw inFile(`--data: ${flags.data}`, error)
  }
}
