/** Something is wrong with the command line or with a file that it names: one line for each thing. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly lines: readonly string[]

  constructor(problem: string | readonly string[]) {
    const lines = typeof problem === 'string' ? [problem] : problem
    super(lines[0])
    this.lines = lines
  }
}
