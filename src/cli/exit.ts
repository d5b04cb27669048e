/** A command has said all there is to say, and the process is to end with this code. */
export class Exit extends Error {
  override readonly name = 'Exit'
  readonly code: number

  /** A line for stderr. */
  readonly complaint: string | undefined

  constructor(code: number, complaint?: string) {
    super(complaint ?? `exit code ${code}`)
    this.code = code
    this.complaint = complaint
  }
}
