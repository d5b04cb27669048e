import { isCovered, type Coverage } from './coverage.js'
import { createSections, type CoveredApi, type CoverageSection } from './coverage-sections.js'

function untestedCases({ title, rows }: CoverageSection): string[] {
  const untested = rows.filter((row) => !isCovered(row)).map(({ name }) => name)
  const summary = `${title}: ${rows.length - untested.length} of ${rows.length} covered`
  // Without any coverage, the list would only repeat the API.
  const isListed = untested.length > 0 && untested.length < rows.length
  return isListed ? [summary, `  untested: ${untested.join(', ')}`] : [summary]
}

export function formatCoverage(api: CoveredApi, coverage: Coverage): string {
  const { cases, percent } = coverage
  const ofOperations = createSections(api, coverage).filter(({ kind }) => kind === 'operation')
  const lines = [...ofOperations.flatMap(untestedCases), '']
  return [...lines, `${cases.filter(isCovered).length} of ${cases.length} cases covered (${percent}%)`].join(
    '\n',
  )
}
