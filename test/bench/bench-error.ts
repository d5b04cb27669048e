/** The benchmark cannot run here, or a measured program does not work. The user sees the message without a stack. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
}
