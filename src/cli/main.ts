import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { OptionError, ServerStartError } from '../server.js'
import { openApiCommand } from './openapi-command.js'
import { serveCommand } from './serve-command.js'
import { UsageError } from './usage-error.js'

/** Where the command line prints. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const USAGE = 2

function ownVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** One line a problem, each with the name of the program before it. */
function complaint(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => `conmock: ${line}\n`).join('')
}

function createProgram({ out, err }: Output): Command {
  const version = ownVersion()
  const serve = serveCommand(version, out)
  const program = new Command('conmock')
    .description('A stand-in for the Convention Volunteer and Role Read API')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .addCommand(serve, { isDefault: true })
    .addCommand(openApiCommand(out))
    .addHelpText('after', () => `\nWithout a command:\n\n${serve.helpInformation()}`)
  for (const command of [program, ...program.commands]) {
    command
      .helpOption('--help', 'print this help')
      .exitOverride()
      .configureOutput({
        writeOut: out,
        writeErr: (text) =>
          err(
            complaint(
              text
                .trim()
                .replace(/^error: /, '')
                .replaceAll(/\s*\n\s*/g, ' '),
            ),
          ),
      })
  }
  return program
}

/**
 * The command line.
 *
 * @param args What follows the program's name.
 * @returns The exit code: 0, or 2 when the command line or a file that it names is wrong.
 */
export async function main(args: readonly string[], output: Output): Promise<number> {
  try {
    await createProgram(output).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    const expected =
      error instanceof UsageError || error instanceof OptionError || error instanceof ServerStartError
    if (!expected) throw error
    output.err(complaint(error.message))
    return USAGE
  }
}
