import { Command } from 'commander'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { createMockCore } from '../mock/create-mock-core.js'
import type { CommandApi } from './command-api.js'
import { configFlag, readConfig } from './config-file.js'
import { dataFlags, dataOptionsIn, readingData, withData } from './data-flags.js'
import { addFlags, type FlagsOf, type FlagTable } from './flags.js'
import { formatJson, type Output } from './print.js'

const exportFlags = compiled(
  (api) => ({ config: configFlag, ...dataFlags(api) }) as const satisfies FlagTable,
)

/** `conmock export`: prints the data of a mock as a data file. */
export function exportCommand({ api, dataSchema }: CommandApi, print: Output['out']): Command {
  return addFlags(new Command('export'), exportFlags(api))
    .description('print the data of the mock as JSON; edit it and serve it with --data')
    .action(async (flags: FlagsOf<ReturnType<typeof exportFlags>>) => {
      const options = withData(api, await readConfig(api, flags.config), flags)
      const mock = await readingData(dataFlags(api), flags, () =>
        createMockCore(api, dataOptionsIn(api, options)),
      )
      print(formatJson({ ...(dataSchema && { $schema: dataSchema }), ...mock.export() }))
    })
}

/** `conmock openapi`: prints the API as an OpenAPI document. */
export function openApiCommand(api: CompiledApi, print: Output['out']): Command {
  return new Command('openapi').description('print the API as an OpenAPI 3.1 document').action(async () => {
    const { createOpenApiDocument } = await import('../contract/openapi.js')
    print(formatJson(createOpenApiDocument(api)))
  })
}
