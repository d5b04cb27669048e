import { Command } from 'commander'
import { DataError } from '../server.js'
import { Exit } from './errors.js'
import { formatJson } from './print.js'
import { UsageError } from './errors.js'
import { readJsonFile, wholeNumber } from './values.js'

interface CoverageFlags {
  readonly json?: boolean
  readonly min?: number
  readonly verbose?: boolean
}

const TOO_LITTLE = 1

async function printCoverage(
  files: readonly string[],
  { json, min = 0, verbose = false }: CoverageFlags,
  print: (text: string) => unknown,
): Promise<void> {
  if (min > 100) throw new UsageError('--min: expected a percentage from 0 to 100')
  const { coverageOf, formatCoverage, readCoverage } = await import('../internal/coverage.js')
  const problems: string[] = []
  const answers = files.flatMap((file) => {
    try {
      return readCoverage(readJsonFile('coverage', file), file).answers
    } catch (error) {
      if (error instanceof UsageError) problems.push(...error.lines)
      else if (error instanceof DataError) problems.push(...error.message.split('\n'))
      else throw error
      return []
    }
  })
  if (problems.length > 0) throw new UsageError(problems)
  const coverage = coverageOf(answers)
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
    .argument('<files...>', 'files that conmock --coverage or the vitest plugin has written')
    .option('--json', 'print the merged coverage as JSON')
    .option(
      '--verbose',
      'also print how often each case was received, and the assumptions that the responses depend on',
    )
    .option('--min <percent>', 'fail if less than this percentage of the cases was covered', wholeNumber)
    .action((files: string[], flags: CoverageFlags) => printCoverage(files, flags, print))
}
