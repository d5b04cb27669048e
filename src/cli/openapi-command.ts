import { Command } from 'commander'

/** `conmock openapi`: prints the API as an OpenAPI document. */
export function openApiCommand(print: (text: string) => unknown): Command {
  return new Command('openapi')
    .description('print the API as an OpenAPI 3.1 document')
    .option('--server-url <url>', 'base URL in the OpenAPI document')
    .action(async ({ serverUrl }: { serverUrl?: string }) => {
      const { createOpenApiDocument } = await import('../index.js')
      print(
        `${JSON.stringify(createOpenApiDocument(serverUrl === undefined ? {} : { serverUrl }), null, 2)}\n`,
      )
    })
}
