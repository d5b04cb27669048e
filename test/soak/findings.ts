const MAX_SHOWN = 5
const MAX_FAULTS = 50

/** The faults, and the number of responses by status. */
export class Findings {
  readonly #faults: string[] = []
  readonly statuses = new Map<number, number>()
  /** Number of requests without a received response. The server may or may not have answered them. */
  abandoned = 0

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  fault(what: string): void {
    this.#faults.push(what)
  }

  get total(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0)
  }

  get failed(): boolean {
    return this.#faults.length > 0
  }

  get hopeless(): boolean {
    return this.#faults.length >= MAX_FAULTS
  }

  /** Compares the log of the server with the received responses. */
  checkLog(logged: ReadonlyMap<number, number>): void {
    for (const status of new Set([...logged.keys(), ...this.statuses.keys()])) {
      const [count, seen] = [logged.get(status) ?? 0, this.statuses.get(status) ?? 0]
      if (count < seen || count > seen + this.abandoned || status >= 500) {
        this.fault(`the log has ${count} answers with ${status}, and ${seen} were seen`)
      }
    }
  }

  describe(): string {
    return [`${this.#faults.length} faults`, ...this.#faults.slice(0, MAX_SHOWN)].join('\n\n')
  }
}
