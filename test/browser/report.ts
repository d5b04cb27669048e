import { markdownTable } from '../support/markdown-table.js'

/** The rows of the table in docs/compatibility.md. */
export class Report {
  readonly #rows = new Map<string, (readonly [by: string, result: string])[]>()

  add(what: string, by: string, result: string): void {
    this.#rows.set(what, [...(this.#rows.get(what) ?? []), [by, result]])
  }

  /** The table in Markdown; rows about the same subject are adjacent. */
  get table(): string {
    const head = ['what runs in Chromium', 'with', 'result']
    const rows = Array.from(this.#rows, ([what, results]) =>
      results.map((result) => [what, ...result]),
    ).flat()
    return markdownTable(head, rows)
  }
}
