/** Something that the server did wrong. */
interface Finding {
  readonly what: string
  readonly request: string
  readonly expected: string
  readonly got: string
}

const MOST_KEPT = 5
const MOST_FAILURES = 50
const MOST_SHOWN = 1500

function shown(text: string): string {
  const short = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} bytes)` : text
  return JSON.stringify(short).replaceAll(String.raw`\r\n`, '\\r\\n\n      ')
}

/** What was asked and answered, and what of it was wrong. */
export class Findings {
  readonly #counts = new Map<string, number>()
  /** Right answers by their status. */
  readonly #statuses = new Map<number, number>()
  readonly #kept: Finding[] = []
  #wrong = 0
  #uncertain = 0

  /** Counts requests that are done with. */
  count(kind: string, times = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + times)
  }

  /** Counts a request that had the right answer. */
  right(kind: string, status: number): void {
    this.count(kind)
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  /** Counts requests whose answers nobody waited for: the server may have seen them or not. */
  abandoned(requests: number): void {
    this.#uncertain += requests
  }

  wrong(finding: Finding): void {
    this.#wrong++
    if (this.#kept.length < MOST_KEPT) this.#kept.push(finding)
  }

  /** Counts something that is wrong with the server, and not with one of its answers. */
  fault(what: string): void {
    this.wrong({ what, request: '', expected: '', got: '' })
  }

  get failures(): number {
    return this.#wrong
  }

  get uncertain(): number {
    return this.#uncertain
  }

  /** Whether there is no point in going on. */
  get hopeless(): boolean {
    return this.#wrong >= MOST_FAILURES
  }

  get kinds(): readonly (readonly [kind: string, count: number])[] {
    return [...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  get total(): number {
    let total = 0
    for (const count of this.#counts.values()) total += count
    return total
  }

  get statuses(): ReadonlyMap<number, number> {
    return this.#statuses
  }

  /** The first of what was wrong, for people. */
  describe(): string {
    return this.#kept
      .map(({ what, request, expected, got }, place) => {
        const parts = [`${place + 1}. ${what}`]
        if (request !== '') parts.push(`  request:\n      ${shown(request)}`)
        if (expected !== '') parts.push(`  expected:\n      ${shown(expected)}`)
        if (request !== '') parts.push(`  got:\n      ${shown(got)}`)
        return parts.join('\n')
      })
      .join('\n')
  }
}
