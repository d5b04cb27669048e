import { Command } from 'commander'
import { compiled } from '../contract/compile.js'
import { createMockCore } from '../mock/create-mock-core.js'
import { combine } from '../sandboxes/sandboxes.js'
import type { CommandApi } from './command-api.js'
import { UsageError } from './errors.js'
import {
  configFlag,
  extendByConfig,
  extendFlag,
  extensionFlags,
  readConfig,
  type Config,
} from './config-file.js'
import { dataFlags } from './data-flags.js'
import { addFlags, firstGiven, optionsIn, withFlagNames, type FlagsOf, type FlagTable } from './flags.js'
import { formatJson, type Output } from './print.js'

const exportFlags = compiled(
  (api) =>
    ({
      config: configFlag,
      extend: extendFlag,
      ...dataFlags(api),
      schema: { help: 'print the JSON Schema of data files instead, for editors' },
    }) as const satisfies FlagTable,
)

/** `conmock export`: prints the data of a mock as a data file. */
export function exportCommand(base: CommandApi, print: Output['out']): Command {
  return addFlags(new Command('export'), exportFlags(base.api))
    .description('print the data of the mock as JSON; edit it and serve it with --data')
    .action(async (flags: FlagsOf<ReturnType<typeof exportFlags>>) => {
      const { config, commands } = await readConfig(base, flags)
      const { api, dataSchema } = commands
      if (flags.schema) {
        const ofData = firstGiven(flags, Object.keys(dataFlags(base.api)) as (keyof typeof flags)[])
        if (ofData !== undefined)
          throw new UsageError(`${ofData} has no effect on --schema; remove one of them`)
        const { createDataSchema } = await import('../dataset/data-schema.js')
        return print(formatJson(createDataSchema(api)))
      }
      const table = dataFlags(api)
      const options = combine<Config>(api, config, await optionsIn(table, flags))
      const ofData = Object.entries(options).filter(([name]) => Object.hasOwn(table, name))
      const mock = await withFlagNames(table, flags, () => createMockCore(api, Object.fromEntries(ofData)))
      print(formatJson({ ...(dataSchema && { $schema: dataSchema }), ...mock.export() }))
    })
}

/** `conmock openapi`: prints the API as an OpenAPI document. */
export function openApiCommand(commands: CommandApi, print: Output['out']): Command {
  return addFlags(new Command('openapi'), extensionFlags)
    .description('print the API as an OpenAPI 3.1 document')
    .action(async (flags: FlagsOf<typeof extensionFlags>) => {
      const { api } = await extendByConfig(commands, flags)
      const { createOpenApiDocument } = await import('../contract/openapi.js')
      print(formatJson(createOpenApiDocument(api)))
    })
}
