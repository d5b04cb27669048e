/** A flag, or a file that a flag names, is invalid. One line for each problem. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly lines: readonly string[]

  constructor(problem: string | readonly string[]) {
    const lines = typeof problem === 'string' ? [problem] : problem
    super(lines[0])
    this.lines = lines
  }
}
