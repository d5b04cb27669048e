import { oneLine } from '../common/text.js'
import { DataError } from '../common/errors.js'

/** Ends the process with this exit code. The command has already printed its result. */
export class Exit extends Error {
  override readonly name = 'Exit'
  readonly code: number
  /** A line for stderr. */
  readonly problem: string | undefined

  constructor(code: number, problem?: string) {
    super(problem ?? `exit code ${code}`)
    this.code = code
    this.problem = problem
  }
}

/** A flag, or a file that a flag names, is invalid. There is one line for each problem. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly lines: readonly string[]

  constructor(problem: string | readonly string[]) {
    const lines = typeof problem === 'string' ? [problem] : problem
    super(lines[0])
    this.lines = lines
  }
}

/** Returns the message of a thrown value. */
export function getReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Starts a message about a file. No flag names a configuration file that was found in the current folder. */
export function getPrefix(flag: string | undefined): string {
  return flag === undefined ? '' : `${flag}: `
}

/** Runs a function that uses the file of a flag, and adds the flag to its error. */
export function forFlag<Result>(flag: string | undefined, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(getPrefix(flag) + getReason(error))
  }
}

/** Adds the name of a file to each problem of a `DataError`. Returns any other error unchanged. */
export function inFile(place: string, error: unknown): unknown {
  if (!(error instanceof DataError)) return error
  return new UsageError(error.problems.map(({ path, reason }) => `${place}: ${path}: ${reason}`))
}

/** Returns the problems that an error describes, one for each line. */
export function listProblems(error: unknown): readonly string[] {
  if (error instanceof UsageError) return error.lines
  return error instanceof DataError ? error.message.split('\n') : [getReason(error)]
}

const MAX_LINES = 1000

/** Formats problems: one line for each, with the name of the program. */
export function formatError(problems: readonly string[]): string {
  const rest = problems.length - MAX_LINES
  const lines = rest > 0 ? [...problems.slice(0, MAX_LINES), `and ${rest} more`] : problems
  return lines.map((line) => `conmock: ${oneLine(line.trim())}\n`).join('')
}
