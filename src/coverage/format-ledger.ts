import { assumptions as registry, type AssumptionName } from '../contract/assumptions.js'
import { operations } from '../contract/operations.js'
import { escapeMarkup } from '../common/escape.js'
import { printable } from '../common/printable.js'
import { coverageOf, type Coverage, type CoverageItem } from './coverage.js'
import type { Ledger, LedgerAnswer } from './ledger.js'

interface Section {
  readonly title: string
  readonly rows: readonly { readonly name: string; readonly description: string; readonly count: string }[]
}

function countText(count: number): string {
  return count === 0 ? 'never' : String(count)
}

/** Describes what a request was for. */
function describeSubject(operation: LedgerAnswer['operation']): string {
  if (operation === undefined) return 'No operation'
  if (operation === 'token') return 'The token endpoint'
  return `${operations[operation].method} ${operations[operation].path}`
}

/** Answers that do not count for the coverage. */
function otherAnswers(ledger: Ledger, items: readonly CoverageItem[]): Section['rows'] {
  return ledger.answers
    .filter(
      ({ operation, code, status }) =>
        !items.some(
          (item) => item.operation === operation && (code ? item.name.endsWith(` ${code}`) : status < 300),
        ),
    )
    .map(({ operation, status, code, count }) => ({
      name: [status, code].filter((part) => part !== undefined).join(' '),
      description: describeSubject(operation),
      count: String(count),
    }))
}

/** Groups the coverage by operation. */
function byOperation({ items }: Coverage): { readonly title: string; readonly items: CoverageItem[] }[] {
  return Object.values(operations).map(({ id }) => ({
    title: describeSubject(id),
    items: items.filter(({ operation }) => operation === id),
  }))
}

function sectionsOf(ledger: Ledger, coverage: Coverage): Section[] {
  const ofOperations = byOperation(coverage).map(({ title, items }) => ({
    title,
    rows: items.map(({ name, description, count }) => ({ name, description, count: countText(count) })),
  }))
  const others = otherAnswers(ledger, coverage.items)
  const usedAssumptions = Object.entries(ledger.assumptions).flatMap(([name, values]) =>
    Object.entries(values).map(([value, count]) => ({
      name: `${name}=${value}`,
      description: registry[name as AssumptionName]?.status ?? 'not known in this version',
      count: String(count),
    })),
  )
  return [
    ...ofOperations,
    ...(others.length === 0 ? [] : [{ title: 'Other answers', rows: others }]),
    ...(usedAssumptions.length === 0
      ? []
      : [{ title: 'Assumptions that the answers depend on', rows: usedAssumptions }]),
  ]
}

function summaryOf({ met, items, percent }: Coverage): string {
  return `${met} of ${items.length} behaviours of the API covered (${percent} %)`
}

/** Lists, for each operation, what was never received. */
function neverReceived(coverage: Coverage): string[] {
  return byOperation(coverage).flatMap(({ title, items }) => {
    const never = items.filter(({ count }) => count === 0).map(({ name }) => name)
    return [
      `${title}: ${items.length - never.length} of ${items.length} covered`,
      // Without any coverage, the list would only repeat the API.
      ...(never.length === 0 || never.length === items.length ? [] : [`  never: ${never.join(', ')}`]),
    ]
  })
}

/** Lists how often each answer and shape was received, and the assumptions that they depend on. */
function table(ledger: Ledger, coverage: Coverage): string[] {
  const sections = sectionsOf(ledger, coverage)
  const rows = sections.flatMap((section) => section.rows)
  const width = (of: 'name' | 'count') => Math.max(0, ...rows.map((row) => row[of].length))
  const [names, counts] = [width('name'), width('count')]
  return sections.flatMap(({ title, rows: own }) => [
    title,
    ...own.map(
      ({ name, description, count }) =>
        `  ${count.padStart(counts)}  ${printable(name).padEnd(names)}  ${description}`,
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
  const lines = options.verbose ? table(ledger, coverage) : [...neverReceived(coverage), '']
  return [...lines, summaryOf(coverage)].join('\n')
}

/** Escapes a description, and formats text in backticks as code. */
function htmlText(text: string): string {
  return escapeMarkup(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')
}

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; table-layout: fixed; width: 100%; }
  th, td { border-bottom: 1px solid #8884; padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top;
    overflow-wrap: anywhere; }
  th:first-child { width: 45%; }
  th:last-child { width: 4rem; }
  td:last-child, th:last-child { text-align: right; }
  tr.never { color: #b00020; }
  @media (prefers-color-scheme: dark) { body { background: #111; color: #eee; } tr.never { color: #ff8a80; } }
`

/** Formats a ledger as an HTML page without external files. */
export function formatLedgerHtml(ledger: Ledger): string {
  const coverage = coverageOf(ledger)
  const tables = sectionsOf(ledger, coverage).map(({ title, rows }) => {
    const cells = rows.map(
      ({ name, description, count }) =>
        `<tr${count === 'never' ? ' class="never"' : ''}><td><code>${escapeMarkup(name)}</code></td><td>${htmlText(description)}</td><td>${count}</td></tr>`,
    )
    return `<h2>${escapeMarkup(title)}</h2>\n<table>\n<tr><th>what</th><th>meaning</th><th>times</th></tr>\n${cells.join('\n')}\n</table>`
  })
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<title>Coverage of the contract</title>',
    `<style>${style}</style>`,
    '<h1>Coverage of the contract</h1>',
    `<p>${escapeMarkup(summaryOf(coverage))}</p>`,
    ...tables,
    '</html>',
    '',
  ].join('\n')
}
