import { Command } from 'commander'
import { createMockCore } from '../mock/create-mock-core.js'
import type { MockCore } from '../mock/mock-core.js'
import { getInternals } from '../mock/mock-internals.js'
import { exportLists } from '../dataset/data-file.js'
import { configFlag, readConfig } from './config-file.js'
import { dataFlags, dataOptionsIn, readingData, withData } from './data-flags.js'
import { addFlags, type FlagsOf, type FlagTable } from './flags.js'
import { formatJson, type Output } from './print.js'

/** Path of the JSON Schema of data files, from the root of a project that has installed conmock. */
const SCHEMA = './node_modules/conmock/data.schema.json'

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n    ')
}

/** Generates the text of a data file with all records of a mock. In chunks, so that it works for any size. */
function* exportJson(mock: MockCore): Generator<string> {
  yield `{\n  "$schema": ${JSON.stringify(SCHEMA)},\n  "format": "conmock-1"`
  for (const [name, records] of Object.entries<Iterable<unknown>>(exportLists(getInternals(mock).dataset))) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = '\n    '
    for (const record of records) {
      yield `${separator}${indented(record)}`
      separator = ',\n    '
    }
    yield separator === '\n    ' ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

const exportFlags = { config: configFlag, ...dataFlags } as const satisfies FlagTable

/** `conmock export`: prints the data of a mock as a data file. */
export function exportCommand(print: Output['out']): Command {
  return addFlags(new Command('export'), exportFlags)
    .description('print the data of the mock as JSON; edit it and serve it with --data')
    .action(async (flags: FlagsOf<typeof exportFlags>) => {
      const options = withData(await readConfig(flags.config), flags)
      const mock = await readingData(flags, () => createMockCore(dataOptionsIn(options)))
      for (const text of exportJson(mock)) if (!(await print(text))) return
    })
}

/** `conmock openapi`: prints the API as an OpenAPI document. */
export function openApiCommand(print: Output['out']): Command {
  return new Command('openapi').description('print the API as an OpenAPI 3.1 document').action(async () => {
    const { createOpenApiDocument } = await import('../contract/openapi.js')
    await print(formatJson(createOpenApiDocument()))
  })
}
