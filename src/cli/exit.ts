/** A command has said all there is to say, and the process is to end with this code. */
export class Exit extends Error {
  override readonly name = 'Exit'
  readonly code: number

  constructor(code: number) {
    super(`exit code ${code}`)
    this.code = code
  }
}
