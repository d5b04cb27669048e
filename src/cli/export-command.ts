import { Command } from 'commander'
import { createMockCore, exportJson } from '../server.js'
import { readConfig } from './config-file.js'
import { addDataOptions, dataOptions, pick, readingData, withData, type DataFlags } from './data-flags.js'

interface ExportFlags extends DataFlags {
  readonly config?: string
}

/** `conmock export`: prints the data of a mock as a data file. */
export function exportCommand(print: (text: string) => Promise<boolean>): Command {
  const command = new Command('export')
    .description('print the data of the mock as JSON; edit it and serve it with --data')
    .option(
      '--config <file>',
      'read options from this file (default: conmock.config.{ts,js,mjs,json}, if it exists)',
    )
  return addDataOptions(command).action(async (flags: ExportFlags) => {
    const options = pick(withData(await readConfig(flags.config), flags), dataOptions)
    const mock = await readingData(flags, () => createMockCore(options))
    for (const text of exportJson(mock)) if (!(await print(text))) return
  })
}
