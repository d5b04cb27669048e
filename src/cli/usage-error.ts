/** Something is wrong with the command line or with a file that it names. Its message is what the user reads. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
