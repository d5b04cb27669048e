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

/** What a test case holds: nothing for one that succeeded. */
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

interface Case {
  readonly suite: string
  readonly name: string
  readonly verdict: readonly string[]
}

/** A verification as a JUnit report: a suite for each consumer, a test case for each interaction. */
export function formatJunit(report: VerificationReport): string {
  const cases: Case[] = [
    ...report.interactions.map((each) => ({
      suite: `${each.consumer} – ${each.provider}`,
      name: requestOf(each),
      verdict: verdictOf(each),
    })),
    ...report.problems.map((problem) => ({
      suite: 'set-up',
      name: 'set-up',
      verdict: [element('error', problem, '')],
    })),
  ]
  const count = (of: readonly Case[], tag: string) =>
    of.filter(({ verdict }) => verdict.some((line) => line.includes(`<${tag} `))).length
  const numbers = (of: readonly Case[]) =>
    `tests="${of.length}" failures="${count(of, 'failure')}" errors="${count(of, 'error')}" skipped="${count(of, 'skipped')}"`
  const suites = [...new Set(cases.map(({ suite }) => suite))].flatMap((suite) => {
    const own = cases.filter((each) => each.suite === suite)
    return [
      `  <testsuite name="${xml(suite)}" ${numbers(own)}>`,
      ...own.flatMap(({ name, verdict }) => {
        const start = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`
        return verdict.length === 0 ? [`${start}/>`] : [`${start}>`, ...verdict, '    </testcase>']
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
