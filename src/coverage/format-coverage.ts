import { printable } from '../common/printable.js'
import { isCovered, type Coverage } from './coverage.js'
import { sectionsOf, summaryOf, type CoverageSection } from './coverage-sections.js'

function countText(count: number): string {
  return count === 0 ? 'untested' : String(count)
}

/** Lists the untested cases of each operation. */
function untestedCases(sections: readonly CoverageSection[]): string[] {
  return sections
    .filter(({ kind }) => kind === 'operation')
    .flatMap(({ title, rows }) => {
      const untested = rows.filter((row) => !isCovered(row)).map(({ name }) => name)
      return [
        `${title}: ${rows.length - untested.length} of ${rows.length} covered`,
        // Without any coverage, the list would only repeat the API.
        ...(untested.length === 0 || untested.length === rows.length
          ? []
          : [`  untested: ${untested.join(', ')}`]),
      ]
    })
}

/** The length of the longest text. There may be too many for the arguments of a function. */
function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}

/** Lists how often each case was received, and the assumptions that the answers depend on. */
function table(sections: readonly CoverageSection[]): string[] {
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
 * Formats a coverage as text: the untested cases of each operation, and the percentage.
 *
 * @param options.verbose Whether to list how often each case was received, and the assumptions that the answers depend on.
 *   The default is `false`.
 */
export function formatCoverage(coverage: Coverage, options: { readonly verbose?: boolean } = {}): string {
  const sections = sectionsOf(coverage)
  const lines = options.verbose ? table(sections) : [...untestedCases(sections), '']
  return [...lines, summaryOf(coverage)].join('\n')
}
