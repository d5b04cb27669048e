import type { ComparisonReport, InteractionComparison } from '../verification/compare.js'
import { detailsOf, meanings } from './format-comparison.js'
import { mismatchLines, requestOf } from './format-report.js'
import { isExcused, type InteractionReport, type VerificationReport } from './report.js'

const escapes: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}

/** A text as XML 1.0 has it; what no XML document may hold becomes U+FFFD. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"\n]/g, (character) => escapes[character]!)
}

function element(name: 'failure' | 'error' | 'skipped', message: string, text: string): string {
  return `      <${name} message="${xml(message)}">${xml(text)}</${name}>`
}

/** What came of an interaction: nothing for one that succeeded. */
function verdictOf(interaction: InteractionReport): string[] {
  const { outcome, reason = '', mismatches, said, request, pact } = interaction
  if (outcome === 'verified') return []
  const details = mismatches.flatMap(mismatchLines).map((line) => line.trim())
  const message = reason || details[0] || outcome
  const text = [...details, ...(said === undefined ? [] : [said]), `${request}, in ${pact}`].join('\n')
  if (isExcused(interaction)) return [element('skipped', `pending: ${message}`, text)]
  if (outcome === 'skipped') return [element('skipped', message, text)]
  return [element(outcome === 'broken' ? 'failure' : 'error', message, text)]
}

/** What came of a comparison: nothing where both hold the pact. */
function agreementOf(comparison: InteractionComparison): string[] {
  const { agreement, mock } = comparison
  if (agreement === 'both') return []
  const text = [...detailsOf(comparison), `${mock.request}, in ${mock.pact}`].join('\n')
  const tag = agreement === 'skipped' ? 'skipped' : agreement === 'problem' ? 'error' : 'failure'
  return [element(tag, meanings[agreement], text)]
}

interface Case {
  readonly suite: string
  readonly name: string
  /** Those that a green rests on. */
  readonly assumptions: readonly string[]
  readonly verdict: readonly string[]
}

function caseOf(interaction: InteractionReport, verdict: readonly string[]): Case {
  const { consumer, provider } = interaction
  const assumptions = verdict.length === 0 ? interaction.assumptions : []
  return { suite: `${consumer} – ${provider}`, name: requestOf(interaction), assumptions, verdict }
}

function casesOf(report: VerificationReport | ComparisonReport): Case[] {
  const cases =
    'against' in report
      ? report.interactions.map((each) => caseOf(each.mock, agreementOf(each)))
      : report.interactions.map((each) => caseOf(each, verdictOf(each)))
  const problems = report.problems.map((problem) => ({
    suite: 'set-up',
    name: 'set-up',
    assumptions: [],
    verdict: [element('error', problem, '')],
  }))
  return [...cases, ...problems]
}

function propertiesOf({ assumptions }: Case): string[] {
  if (assumptions.length === 0) return []
  const properties = assumptions.map((name) => `        <property name="assumption" value="${xml(name)}"/>`)
  return ['      <properties>', ...properties, '      </properties>']
}

/** The attributes that count test cases. */
function numbers(cases: readonly Case[]): string {
  const count = (tag: string) =>
    cases.filter(({ verdict }) => verdict.some((line) => line.includes(`<${tag} `))).length
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

/**
 * A verification, or a comparison, as a JUnit report: a suite for each consumer, a test case for each interaction. The
 * assumptions that an answer of the mock rested on are properties of its test case.
 */
export function formatJunit(report: VerificationReport | ComparisonReport): string {
  const cases = casesOf(report)
  const suites = [...new Set(cases.map(({ suite }) => suite))].flatMap((suite) => {
    const own = cases.filter((each) => each.suite === suite)
    return [
      `  <testsuite name="${xml(suite)}" ${numbers(own)}>`,
      ...own.flatMap((each) => {
        const start = `    <testcase classname="${xml(suite)}" name="${xml(each.name)}"`
        const inside = [...propertiesOf(each), ...each.verdict]
        return inside.length === 0 ? [`${start}/>`] : [`${start}>`, ...inside, '    </testcase>']
      }),
      '  </testsuite>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conmock" ${numbers(cases)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}
