/** Ends the process with this exit code. The command has already printed its result. */
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
