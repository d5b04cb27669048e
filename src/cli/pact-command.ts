import { Command } from 'commander'
import { compiled } from '../contract/compile.js'
import type { PactOptions } from '../pact/recording/recorded-file.js'
import type { CommandApi } from './command-api.js'
import { extendByConfig, extensionFlags } from './config-file.js'
import { readCoverageFiles } from './coverage-command.js'
import { Exit, UsageError } from './errors.js'
import { isNeedsRun } from '../coverage/needs-run.js'
import { addFlags, optionsIn, withFlagNames, type FlagsOf, type FlagTable } from './flags.js'

const pactFlags = compiled(
  ({ provider }) =>
    ({
      ...extensionFlags,
      consumer: { value: '<name>', help: 'name of your app (required)', required: true, option: 'consumer' },
      provider: {
        value: '<name>',
        help: `name of the API in the pact (default: ${provider})`,
        option: 'provider',
      },
      needs: {
        value: '<file>',
        help: 'demand only the fields in this file, from conmock needs --out',
        option: 'needs',
      },
      out: {
        value: '<file>',
        help: 'file of the pact (default: pacts/CONSUMER-PROVIDER.json)',
        option: 'file',
      },
      check: { help: 'only compare the file with the responses' },
    }) as const satisfies FlagTable,
)

type PactFlags = FlagsOf<ReturnType<typeof pactFlags>>

const DIFFERENT = 1

async function recordPact(
  commands: CommandApi,
  files: readonly string[],
  flags: PactFlags,
  print: (text: string) => unknown,
): Promise<void> {
  // These runs save no coverage, and they must not fail because of that.
  if (isNeedsRun()) return
  const empty = Object.entries(flags).find(([, value]) => value === '')
  if (empty) throw new UsageError(`--${empty[0]} must not be empty`)
  const { api, loadPacts } = await extendByConfig(commands, flags)
  const [{ recordPactFile }, pacts] = await Promise.all([
    import('../pact/recording/recorded-file.js'),
    loadPacts(),
  ])
  const coverage = await readCoverageFiles(api, files.length === 0 ? ['conmock-coverage'] : files)
  const { check = false } = flags
  const table = pactFlags(api)
  const options = (await optionsIn(table, flags)) as PactOptions
  const { isSame, lines } = await withFlagNames(table, flags, () =>
    recordPactFile(pacts, coverage, options, check),
  )
  const unknown = 'The coverage files do not say whether all tests ran and passed.'
  print(`${[...lines, ...(coverage.complete ? [] : [unknown])].join('\n')}\n`)
  if (check && !isSame) throw new Exit(DIFFERENT)
}

/** `conmock pact`: writes a pact of the responses that tests have received. */
export function pactCommand(commands: CommandApi, print: (text: string) => unknown): Command {
  return addFlags(new Command('pact'), pactFlags(commands.api))
    .description(
      'write a pact of the responses that your tests received; exit code 1: --check found a difference, 2: nothing was compared',
    )
    .argument(
      '[files...]',
      'coverage files, folders and glob patterns (default: the folder conmock-coverage)',
    )
    .action((files: string[], flags: PactFlags) => recordPact(commands, files, flags, print))
}
