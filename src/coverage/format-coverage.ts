import { printable } from '../common/text.js'
import { isCovered, type Coverage } from './coverage.js'
import { createSections, type CoverageSection } from './coverage-sections.js'

function untestedCases({ title, rows }: CoverageSection): string[] {
  const untested = rows.filter((row) => !isCovered(row)).map(({ name }) => name)
  const summary = `${title}: ${rows.length - untested.length} of ${rows.length} covered`
  // Without any coverage, the list would only repeat the API.
  const isListed = untested.length > 0 && untested.length < rows.length
  return isListed ? [summary, `  untested: ${untested.join(', ')}`] : [summary]
}

function countText(count: number): string {
  return count === 0 ? 'untested' : String(count)
}

/** The length of the longest text. There may be too many for the arguments of a function. */
function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}

function table(sections: readonly CoverageSection[]): string[] {
  const rows = sections.flatMap((section) => section.rows)
  const names = widest(rows.map(({ name }) => name))
  const counts = widest(rows.map(({ count }) => countText(count)))
  return sections.flatMap(({ title, rows: own }) => [
    title,
    ...own.map(({ name, description, count }) =>
      printable(`  ${countText(count).padStart(counts)}  ${name.padEnd(names)}  ${description}`),
    ),
    '',
  ])
}

/** @param options.verbose Whether to list how often each case was received, and the assumptions that the answers depend on. */
export function formatCoverage(coverage: Coverage, { verbose = false } = {}): string {
  const { cases, percent } = coverage
  const sections = createSections(coverage)
  const ofOperations = sections.filter(({ kind }) => kind === 'operation')
  const lines = verbose ? table(sections) : [...ofOperations.flatMap(untestedCases), '']
  return [...lines, `${cases.filter(isCovered).length} of ${cases.length} cases covered (${percent}%)`].join(
    '\n',
  )
}
