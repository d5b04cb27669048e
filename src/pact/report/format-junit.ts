import { aboutMock, mismatchLines, formatRequestLine } from './format-report.js'
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

type Attributes = { readonly [name: string]: string | number }

/** @param inside Elements, or one text that is escaped. */
function element(name: string, attributes: Attributes, inside: readonly string[] | string = []): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  const content = typeof inside === 'string' ? escapeXml(inside) : inside.map((each) => `\n${each}`).join('')
  if (content === '') return `<${name}${list.join('')}/>`
  return `<${name}${list.join('')}>${content}</${name}>`
}

type Kind = 'failure' | 'error' | 'skipped'

interface Case {
  readonly suite: string
  readonly name: string
  /** `undefined` if it succeeded. */
  readonly kind?: Kind
  readonly inside: readonly string[]
}

function chooseKind(interaction: InteractionReport): Kind {
  if (isExcused(interaction) || interaction.outcome === 'skipped') return 'skipped'
  return interaction.outcome === 'broken' ? 'failure' : 'error'
}

function formatCase(interaction: InteractionReport): Case {
  const { consumer, provider, outcome, reason, mismatches, serverMessage, request, pact } = interaction
  const attributes = { suite: `${consumer} – ${provider}`, name: formatRequestLine(interaction) }
  if (outcome === 'verified') {
    const properties = interaction.assumptions.map((value) =>
      element('property', { name: 'assumption', value }),
    )
    return { ...attributes, inside: properties.length === 0 ? [] : [element('properties', {}, properties)] }
  }
  const details = mismatchLines(mismatches).map((line) => line.trim())
  const before = isExcused(interaction) ? 'pending: ' : outcome === 'skipped' ? 'not checkable here: ' : ''
  const message = before + (reason ?? details[0] ?? outcome)
  const lines = [...details, ...aboutMock(interaction), serverMessage ?? [], `${request}, in ${pact}`].flat()
  const kind = chooseKind(interaction)
  return { ...attributes, kind, inside: [element(kind, { message }, lines.join('\n'))] }
}

function formatCounts(cases: readonly Case[]): Attributes {
  const count = (kind: Kind) => cases.filter((each) => each.kind === kind).length
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  }
}

/** A suite for each consumer, a test case for each interaction. Assumptions of the mock are properties of the test case. */
export function formatJunit({ interactions, problems }: VerificationReport): string {
  const ofSetUp = problems.map((message): Case => {
    return { suite: 'set-up', name: 'set-up', kind: 'error', inside: [element('error', { message })] }
  })
  const cases = [...interactions.map(formatCase), ...ofSetUp]
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((suite) => {
    const own = cases.filter((each) => each.suite === suite)
    const elements = own.map(({ name, inside }) => element('testcase', { classname: suite, name }, inside))
    return element('testsuite', { name: suite, ...formatCounts(own) }, elements)
  })
  const all = element('testsuites', { name: 'conmock', ...formatCounts(cases) }, suites)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${all}\n`
}
