/** The benchmark cannot run here, or what it measures does not work. The message is for whoever runs it. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
}
