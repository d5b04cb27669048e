/** The output of the command line. */
export interface Output {
  /** Prints to stdout. Resolves when stdout accepts more text: with `false` if stdout is closed. */
  readonly out: (text: string) => Promise<boolean>
  readonly err: (text: string) => void
}
