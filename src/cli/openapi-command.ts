import { Command } from 'commander'
import { formatJson } from './print.js'

/** `conmock openapi`: prints the API as an OpenAPI document. */
export function openApiCommand(print: (text: string) => unknown): Command {
  return new Command('openapi')
    .description('print the API as an OpenAPI 3.1 document')
    .option('--server-url <url>', 'base URL in the OpenAPI document')
    .action(async (options: { serverUrl?: string }) => {
      const { createOpenApiDocument } = await import('../index.js')
      print(formatJson(createOpenApiDocument(options)))
    })
}
