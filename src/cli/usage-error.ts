import { DataError } from '../server.js'

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

/** Adds the name of a file to each problem of a `DataError`. Returns any other error unchanged. */
export function inFile(place: string, error: unknown): unknown {
  if (!(error instanceof DataError)) return error
  return new UsageError(error.problems.map(({ path, reason }) => `${place}: ${path}: ${reason}`))
}
