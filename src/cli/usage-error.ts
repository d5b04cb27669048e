/** Something is wrong with the command line or with a file that it names: one line for each thing. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
