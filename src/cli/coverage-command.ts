import { Command } from 'commander'
import type { CompiledApi } from '../contract/compile.js'
import type { Coverage } from '../coverage/coverage.js'
import { isNeedsRun } from '../coverage/needs-run.js'
import type { CommandApi } from './command-api.js'
import { extendByConfig, extensionFlags } from './config-file.js'
import { Exit, listProblems, UsageError } from './errors.js'
import { addFlags, wholeNumber, type FlagsOf, type FlagTable } from './flags.js'
import { formatJson } from './print.js'
import { readJsonFile } from './values.js'

const coverageFlags = {
  ...extensionFlags,
  json: { help: 'print the merged coverage as JSON' },
  min: {
    value: '<percent>',
    help: 'fail if less than this percentage of the cases was covered',
    parse: wholeNumber,
  },
} as const satisfies FlagTable

type CoverageFlags = FlagsOf<typeof coverageFlags>

const TOO_LITTLE = 1

/**
 * Reads the coverage of files, folders and glob patterns, and adds it up.
 *
 * @throws UsageError With a line for each problem.
 */
export async function readCoverageFiles(api: CompiledApi, names: readonly string[]): Promise<Coverage> {
  const [{ createCoverage }, { readCoverage }, { findFiles }] = await Promise.all([
    import('../coverage/coverage.js'),
    import('../coverage/coverage-file.js'),
    import('../node/find-files.js'),
  ])
  const problems: string[] = []
  // By name, because a file that is named twice counts once.
  const read = new Map<string, Coverage>()
  for (const name of names) {
    try {
      for (const { file, shown } of await findFiles([name], 'coverage')) {
        read.set(file, readCoverage(api, readJsonFile(shown, 'coverage'), shown))
      }
    } catch (error) {
      problems.push(...listProblems(error))
    }
  }
  if (problems.length > 0) throw new UsageError(problems)
  const all = [...read.values()]
  const complete = all.every((each) => each.complete)
  return {
    ...createCoverage(
      api,
      all.flatMap(({ answers }) => answers),
    ),
    ...(complete ? { complete } : {}),
  }
}

async function printCoverage(
  commands: CommandApi,
  files: readonly string[],
  flags: CoverageFlags,
  print: (text: string) => unknown,
): Promise<void> {
  const { json, min = 0 } = flags
  if (min > 100) throw new UsageError('--min: expected a percentage from 0 to 100')
  // These runs save no coverage, and they must not fail because of that.
  if (isNeedsRun()) return
  const { api } = await extendByConfig(commands, flags)
  const coverage = await readCoverageFiles(api, files)
  const { formatCoverage } = await import('../coverage/coverage-sections.js')
  print(json ? formatJson(coverage) : `${formatCoverage(api, coverage)}\n`)
  const { percent } = coverage
  if (percent >= min) return
  throw new Exit(TOO_LITTLE, `API coverage is ${percent}%, below --min ${min}%`)
}

/** `conmock coverage`: prints which cases of the API your clients have received, from the files of one or several runs. */
export function coverageCommand(commands: CommandApi, print: (text: string) => unknown): Command {
  return addFlags(new Command('coverage'), coverageFlags)
    .description(
      'print the cases of the API that your clients have never received; several files are merged; exit code 1: the coverage is below --min',
    )
    .argument('<files...>', 'coverage files, folders and glob patterns')
    .action((files: string[], flags: CoverageFlags) => printCoverage(commands, files, flags, print))
}
