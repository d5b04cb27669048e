// The command line of the library, as a program.
import { createJiti } from 'jiti'

const jiti = createJiti(import.meta.url)
/** @type {typeof import('../../src/cli/main.js')} */
const { main } = await jiti.import('../../src/cli/main.ts')
/** @type {typeof import('./commands.js')} */
const { libraryCommands } = await jiti.import('./commands.ts')

const code = await main(libraryCommands, process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
process.exit(code)
