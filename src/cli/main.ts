import { Command, CommanderError } from 'commander'
import { version } from '../common/version.js'
import type { CommandApi } from './command-api.js'
import { coverageCommand } from './coverage-command.js'
import { Exit, formatError, listProblems } from './errors.js'
import { exportCommand, openApiCommand } from './print-commands.js'
import { needsCommand } from './needs/needs-command.js'
import { pactCommand } from './pact-command.js'
import type { Output } from './print.js'
import { probeCommand } from './probe-command.js'
import { serveCommand } from './serve-command.js'
import { verifyCommand } from './verify-command.js'

const USAGE = 2

/** Formats an error of the parser, without the value of an unknown flag: it may be a token. */
function parserComplaint(text: string, help: string): string {
  const complaint = text
    .trimEnd()
    .replace(/^error: /, '')
    .replace(/(unknown option '[^'=]*)=.*'/s, "$1'")
  return formatError([complaint.startsWith('unknown option') ? `${complaint} (see ${help})` : complaint])
}

/** Creates the program with its commands. */
export function createProgram(commands: CommandApi, output: Output): Command {
  const { out, err } = output
  const { api } = commands
  const serve = serveCommand(commands, output)
  const program = new Command('conmock')
    .description(`A mock of the ${api.title}`)
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addCommand(serve, { isDefault: true })
    .addCommand(exportCommand(commands, out))
    .addCommand(verifyCommand(commands, out))
    .addCommand(probeCommand(commands, out))
    .addCommand(coverageCommand(commands, out))
    .addCommand(pactCommand(commands, out))
    .addCommand(needsCommand(commands, out))
    .addCommand(openApiCommand(commands, out))
    .addHelpText('after', () => `\nWithout a command:\n\n${serve.helpInformation()}`)
  for (const command of [program, ...program.commands]) {
    const help =
      command === program || command === serve ? 'conmock --help' : `conmock ${command.name()} --help`
    command
      .helpOption('-h, --help', 'print this help')
      .exitOverride()
      .configureOutput({
        writeOut: out,
        writeErr: (text) => err(parserComplaint(text, help)),
      })
  }
  return program
}

/**
 * Runs the command line.
 *
 * @param commands The API.
 * @param args The arguments after the name of the program.
 * @returns The exit code: 0 for success, 2 for an invalid flag or file, and 1 as described in the help of a command.
 */
export async function main(commands: CommandApi, args: readonly string[], output: Output): Promise<number> {
  try {
    await createProgram(commands, output).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    if (error instanceof Exit) {
      if (error.problem !== undefined) output.err(formatError([error.problem]))
      return error.code
    }
    output.err(formatError(listProblems(error)))
    return USAGE
  }
}
