const MAX_FAULTS = 50

/** What went wrong. */
export class Findings {
  readonly faults: string[] = []

  /** Adds a fault if two values differ. */
  expect(what: string, seen: unknown, wanted: unknown): void {
    const [given, expected] = [seen, wanted].map((value) => JSON.stringify(value) ?? 'undefined')
    if (given === expected) return
    this.faults.push(`${what}\n  got      ${given!.slice(0, 1500)}\n  expected ${expected!.slice(0, 1500)}`)
  }

  get isHopeless(): boolean {
    return this.faults.length >= MAX_FAULTS
  }
}
