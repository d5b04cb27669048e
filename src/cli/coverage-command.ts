import { Command } from 'commander'
import { isNeedsRun, type Coverage } from '../internal/coverage.js'
import { Exit, problemsOf, UsageError } from './errors.js'
import { formatJson } from './print.js'
import { readJsonFile, wholeNumber } from './values.js'

interface CoverageFlags {
  readonly json?: boolean
  readonly min?: number
  readonly verbose?: boolean
}

const TOO_LITTLE = 1

/**
 * Reads the coverage of files, folders and glob patterns, and adds it up.
 *
 * @throws UsageError With a line for each problem.
 */
export async function readCoverageFiles(names: readonly string[]): Promise<Coverage> {
  const [{ coverageOf, readCoverage }, { findFiles }] = await Promise.all([
    import('../internal/coverage.js'),
    import('../internal/pact.js'),
  ])
  const problems: string[] = []
  // By name, because a file that is named twice counts once.
  const read = new Map<string, Coverage>()
  for (const name of names) {
    try {
      for (const { file, shown } of await findFiles([name], 'coverage')) {
        read.set(file, readCoverage(readJsonFile('coverage', shown), shown))
      }
    } catch (error) {
      problems.push(...problemsOf(error))
    }
  }
  if (problems.length > 0) throw new UsageError(problems)
  const all = [...read.values()]
  const complete = all.every((each) => each.complete)
  return { ...coverageOf(all.flatMap(({ answers }) => answers)), ...(complete ? { complete } : {}) }
}

async function printCoverage(
  files: readonly string[],
  { json, min = 0, verbose = false }: CoverageFlags,
  print: (text: string) => unknown,
): Promise<void> {
  if (min > 100) throw new UsageError('--min: expected a percentage from 0 to 100')
  // These runs save no coverage, and they must not fail because of that.
  if (isNeedsRun()) return
  const coverage = await readCoverageFiles(files)
  const { formatCoverage } = await import('../internal/coverage.js')
  print(json ? formatJson(coverage) : `${formatCoverage(coverage, { verbose })}\n`)
  const { percent } = coverage
  if (percent >= min) return
  throw new Exit(TOO_LITTLE, `API coverage is ${percent}%, below --min ${min}%`)
}

/** `conmock coverage`: prints which cases of the API your clients have received, from the files of one or several runs. */
export function coverageCommand(print: (text: string) => unknown): Command {
  return new Command('coverage')
    .description(
      'print the cases of the API that your clients have never received; several files are merged; exit code 1: the coverage is below --min',
    )
    .argument('<files...>', 'files, folders and glob patterns: files that conmock has written')
    .option('--json', 'print the merged coverage as JSON')
    .option(
      '--verbose',
      'also print how often each case was received, and the assumptions that the responses depend on',
    )
    .option('--min <percent>', 'fail if less than this percentage of the cases was covered', wholeNumber)
    .action((files: string[], flags: CoverageFlags) => printCoverage(files, flags, print))
}
