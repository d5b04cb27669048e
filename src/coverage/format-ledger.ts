import { printable } from '../common/printable.js'
import { coverageOf } from './coverage.js'
import { sectionsOf, summaryOf, type LedgerSection } from './ledger-sections.js'
import type { Ledger } from './ledger.js'

function countText(count: number): string {
  return count === 0 ? 'never' : String(count)
}

/** Lists, for each operation, what was never received. */
function neverReceived(sections: readonly LedgerSection[]): string[] {
  return sections
    .filter(({ kind }) => kind === 'operation')
    .flatMap(({ title, rows }) => {
      const never = rows.filter(({ count }) => count === 0).map(({ name }) => name)
      return [
        `${title}: ${rows.length - never.length} of ${rows.length} covered`,
        // Without any coverage, the list would only repeat the API.
        ...(never.length === 0 || never.length === rows.length ? [] : [`  never: ${never.join(', ')}`]),
      ]
    })
}

/** The length of the longest text. There may be too many for the arguments of a function. */
function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}

/** Lists how often each answer and shape was received, and the assumptions that they depend on. */
function table(sections: readonly LedgerSection[]): string[] {
  const rows = sections.flatMap((section) => section.rows)
  const names = widest(rows.map(({ name }) => name))
  const counts = widest(rows.map(({ count }) => countText(count)))
  return sections.flatMap(({ title, rows: own }) => [
    title,
    ...own.map(
      ({ name, description, count }) =>
        `  ${countText(count).padStart(counts)}  ${printable(name).padEnd(names)}  ${description}`,
    ),
    '',
  ])
}

/**
 * Formats a ledger as text: the responses and shapes of each operation that the consumer has never received, and the
 * coverage.
 *
 * @param options.verbose Whether to list how often each response and shape was received, and the assumptions that they
 *   depend on. The default is `false`.
 */
export function formatLedger(ledger: Ledger, options: { readonly verbose?: boolean } = {}): string {
  const coverage = coverageOf(ledger)
  const sections = sectionsOf(ledger, coverage)
  const lines = options.verbose ? table(sections) : [...neverReceived(sections), '']
  return [...lines, summaryOf(coverage)].join('\n')
}
