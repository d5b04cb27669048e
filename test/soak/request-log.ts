const NEWLINE = 10
const STATUS = Buffer.from('"status":')

/** Counts the lines of `--json` by the status that they tell of. */
export class RequestLogTally {
  readonly #counts = new Map<number, number>()
  #rest: Buffer = Buffer.alloc(0)

  /** Takes the next bytes of the output. */
  take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.#count(bytes.subarray(start, end))
      start = end + 1
    }
    this.#rest = bytes.subarray(start)
  }

  /** Requests with an answer of this status; 0 stands for a connection that was gone before its end. */
  of(status: number): number {
    return this.#counts.get(status) ?? 0
  }

  get statuses(): number[] {
    return [...this.#counts.keys()]
  }

  get total(): number {
    let total = 0
    for (const count of this.#counts.values()) total += count
    return total
  }

  #count(line: Buffer): void {
    // The path and the method come before it, in quotes of their own, and cannot hold it unescaped.
    const place = line.indexOf(STATUS)
    const status = place === -1 ? -1 : Number.parseInt(line.toString('latin1', place + STATUS.length), 10)
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1)
  }
}
