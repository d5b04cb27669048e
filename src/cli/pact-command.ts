import { Command } from 'commander'
import { readCoverageFiles } from './coverage-command.js'
import { Exit, UsageError } from './errors.js'
import { isNeedsRun } from '../internal/coverage.js'
import { namedByFlag, readJsonFile } from './values.js'

interface PactFlags {
  readonly consumer: string
  readonly provider?: string
  readonly needs?: string
  readonly out?: string
  readonly check?: boolean
}

const DIFFERENT = 1

/** Names the flag in an error about a name that cannot be a part of a file. */
function fileOf(read: () => string, flags: object): string {
  try {
    return read()
  } catch (error) {
    throw namedByFlag(flags, error)
  }
}

async function recordPact(
  files: readonly string[],
  { consumer, provider, needs, out, check = false }: PactFlags,
  print: (text: string) => unknown,
): Promise<void> {
  // These runs save no coverage, and they must not fail because of that.
  if (isNeedsRun()) return
  const { checkNeeds, DEFAULT_PROVIDER, pactFileOf, recordPactFile } = await import('../internal/pact.js')
  const coverage = await readCoverageFiles(files.length === 0 ? ['conmock-coverage'] : files)
  const names = { consumer, provider: provider ?? DEFAULT_PROVIDER }
  if (out === '') throw new UsageError('--out: expected the name of a file')
  const file = fileOf(() => pactFileOf(names), names)
  const { isSame, lines } = recordPactFile(coverage, out ?? file, {
    ...names,
    needs: needs === undefined ? undefined : checkNeeds(readJsonFile('--needs', needs), needs),
    check,
  })
  const unknown = 'The coverage files do not say whether all tests ran and passed.'
  print(`${[...lines, ...(coverage.complete ? [] : [unknown])].join('\n')}\n`)
  if (check && !isSame) throw new Exit(DIFFERENT)
}

/** `conmock pact`: writes a pact of the responses that tests have received. */
export function pactCommand(print: (text: string) => unknown): Command {
  return new Command('pact')
    .description(
      'write a pact of the responses that your tests have received; with --check, exit code 1: the pact is different, 2: nothing was compared',
    )
    .argument(
      '[files...]',
      'coverage files, folders and glob patterns (default: the folder conmock-coverage)',
    )
    .requiredOption('--consumer <name>', 'name of your app in the pact')
    .option('--provider <name>', 'name of the API in the pact (default: convention-read-api)')
    .option('--needs <file>', 'demand only the fields in this file, which conmock needs has written')
    .option('--out <file>', 'file of the pact (default: pacts/CONSUMER-PROVIDER.json)')
    .option('--check', 'compare the file with the pact, and write nothing')
    .action((files: string[], flags: PactFlags) => recordPact(files, flags, print))
}
