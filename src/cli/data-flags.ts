import { existsSync } from 'node:fs'
import { didYouMean, preview } from '../common/text.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { UsageError } from './errors.js'
import { wholeNumber, type FlagTable } from './flags.js'
import { readJsonFile } from './values.js'

/** Reads the value of `--data`: the name of built-in data, or a file. */
function readData(dataNames: readonly string[], text: string, flag: string): unknown {
  if (dataNames.includes(text)) return text
  if (/[./\\]/.test(text) || existsSync(text)) {
    const data = readJsonFile(text, flag)
    // Otherwise a file with the content "empty" would be read as the name of built-in data.
    if (typeof data === 'string')
      throw new UsageError(`${flag}: ${text}: $: expected object, received string`)
    return data
  }
  throw new UsageError(
    `${flag}: "${preview(text)}" is neither a file nor built-in data${didYouMean(text, dataNames)} The built-in data is: ${dataNames.join(', ')}`,
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
      read: (text: string, flag: string) => readData(dataNames, text, flag),
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
