import { Command } from 'commander'
import { createMockCore, exportJson } from '../internal/mock.js'
import { readConfig } from './config-file.js'
import { addDataOptions, dataOptionsIn, readingData, withData, type DataFlags } from './data-flags.js'
import { formatJson, type Output } from './print.js'

/** `conmock export`: prints the data of a mock as a data file. */
export function exportCommand(print: Output['out']): Command {
  const command = new Command('export')
    .description('print the data of the mock as JSON; edit it and serve it with --data')
    .option(
      '--config <file>',
      'read options from this file (default: conmock.config.{ts,js,mjs,json}, if it exists)',
    )
  return addDataOptions(command).action(async (flags: DataFlags & { readonly config?: string }) => {
    const options = withData(await readConfig(flags.config), flags)
    const mock = await readingData(flags, () => createMockCore(dataOptionsIn(options)))
    for (const text of exportJson(mock)) if (!(await print(text))) return
  })
}

/** `conmock openapi`: prints the API as an OpenAPI document. */
export function openApiCommand(print: Output['out']): Command {
  return new Command('openapi')
    .description('print the API as an OpenAPI 3.1 document')
    .option('--server-url <url>', 'base URL in the OpenAPI document')
    .action(async (options: { serverUrl?: string }) => {
      const { createOpenApiDocument } = await import('../internal/openapi.js')
      await print(formatJson(createOpenApiDocument(options)))
    })
}
