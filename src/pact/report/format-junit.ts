import { aboutMock, mismatchLines, requestOf } from './format-report.js'
import { isExcused, type InteractionReport, type VerificationReport } from './report.js'

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes a text for XML 1.0. Characters that XML does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => entities[character]!)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('\n', '&#10;')
}

function element(name: 'failure' | 'error' | 'skipped', message: string, text: string): string {
  return `      <${name} message="${escapeXml(message)}">${escapeXml(text)}</${name}>`
}

function outcomeElements(interaction: InteractionReport): string[] {
  const { outcome, reason = '', mismatches, serverMessage, request, pact } = interaction
  if (outcome === 'verified') return []
  const details = mismatchLines(mismatches).map((line) => line.trim())
  const message = reason || details[0] || outcome
  const text = [
    ...details,
    ...aboutMock(interaction),
    ...(serverMessage === undefined ? [] : [serverMessage]),
    `${request}, in ${pact}`,
  ].join('\n')
  if (isExcused(interaction)) return [element('skipped', `pending: ${message}`, text)]
  if (outcome === 'skipped') return [element('skipped', `not checkable here: ${message}`, text)]
  return [element(outcome === 'broken' ? 'failure' : 'error', message, text)]
}

interface Case {
  readonly suite: string
  readonly name: string
  /** The assumptions that a successful result depends on. */
  readonly assumptions: readonly string[]
  readonly outcome: readonly string[]
}

function caseOf(interaction: InteractionReport, outcome: readonly string[]): Case {
  const { consumer, provider } = interaction
  const assumptions = outcome.length === 0 ? interaction.assumptions : []
  return { suite: `${consumer} – ${provider}`, name: requestOf(interaction), assumptions, outcome }
}

function casesOf(report: VerificationReport): Case[] {
  const cases = report.interactions.map((each) => caseOf(each, outcomeElements(each)))
  const problems = report.problems.map((problem) => ({
    suite: 'set-up',
    name: 'set-up',
    assumptions: [],
    outcome: [element('error', problem, '')],
  }))
  return [...cases, ...problems]
}

function propertiesOf({ assumptions }: Case): string[] {
  if (assumptions.length === 0) return []
  const properties = assumptions.map(
    (name) => `        <property name="assumption" value="${escapeXml(name)}"/>`,
  )
  return ['      <properties>', ...properties, '      </properties>']
}

function countAttributes(cases: readonly Case[]): string {
  const count = (tag: string) =>
    cases.filter(({ outcome }) => outcome.some((line) => line.includes(`<${tag} `))).length
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

/** A suite for each consumer, a test case for each interaction. Assumptions of the mock are properties of the test case. */
export function formatJunit(report: VerificationReport): string {
  const cases = casesOf(report)
  const suites = [...new Set(cases.map(({ suite }) => suite))].flatMap((suite) => {
    const own = cases.filter((each) => each.suite === suite)
    return [
      `  <testsuite name="${escapeXml(suite)}" ${countAttributes(own)}>`,
      ...own.flatMap((each) => {
        const start = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(each.name)}"`
        const inside = [...propertiesOf(each), ...each.outcome]
        return inside.length === 0 ? [`${start}/>`] : [`${start}>`, ...inside, '    </testcase>']
      }),
      '  </testsuite>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conmock" ${countAttributes(cases)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}
