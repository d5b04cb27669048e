import { aboutMock, mismatchLines, formatRequestLine } from './format-report.js'
import { isExcused, type InteractionReport, type VerificationReport } from './report.js'

/** Escapes a text for XML 1.0. Characters that XML does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"\n]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** @param inside Elements, or one text that is escaped. */
function element(name: string, attributes: object, inside: readonly string[] | string = []): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  const content = typeof inside === 'string' ? escapeXml(inside) : inside.map((each) => `\n${each}`).join('')
  return `<${name}${list.join('')}>${content}</${name}>`
}

interface Case {
  readonly suite: string
  readonly name: string
  /** The name of the element inside that says why it did not succeed. */
  readonly kind?: 'failure' | 'error' | 'skipped'
  readonly inside: readonly string[]
}

function chooseKind(interaction: InteractionReport): NonNullable<Case['kind']> {
  if (isExcused(interaction) || interaction.outcome === 'skipped') return 'skipped'
  return interaction.outcome === 'broken' ? 'failure' : 'error'
}

function toCase(interaction: InteractionReport): Case {
  const { consumer, provider, outcome, reason, assumptions, serverMessage, request, pact } = interaction
  const suite = `${consumer} – ${provider}`
  const name = formatRequestLine(interaction)
  if (outcome === 'verified') {
    const properties = assumptions.map((value) => element('property', { name: 'assumption', value }))
    return { suite, name, inside: properties.length === 0 ? [] : [element('properties', {}, properties)] }
  }
  const before = isExcused(interaction) ? 'pending: ' : outcome === 'skipped' ? 'not checkable here: ' : ''
  const kind = chooseKind(interaction)
  const details = mismatchLines(interaction.mismatches).map((line) => line.trim())
  const message = before + (reason ?? details[0] ?? outcome)
  const lines = [...details, ...aboutMock(interaction), serverMessage ?? [], `${request}, in ${pact}`].flat()
  return { suite, name, kind, inside: [element(kind, { message }, lines.join('\n'))] }
}

/** An element with test cases, which it counts. */
function group(tag: string, name: string, cases: readonly Case[], inside: readonly string[]): string {
  const count = (wanted: Case['kind']) => cases.filter(({ kind }) => kind === wanted).length
  const [failures, errors, skipped] = [count('failure'), count('error'), count('skipped')]
  return element(tag, { name, tests: cases.length, failures, errors, skipped }, inside)
}

/** A suite for each consumer, a test case for each interaction. Assumptions of the mock are properties of the test case. */
export function formatJunit({ interactions, problems }: VerificationReport): string {
  const ofSetUp = problems.map((message): Case => {
    return { suite: 'set-up', name: 'set-up', kind: 'error', inside: [element('error', { message })] }
  })
  const cases = [...interactions.map(toCase), ...ofSetUp]
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((classname) => {
    const own = cases.filter(({ suite }) => suite === classname)
    const elements = own.map(({ name, inside }) => element('testcase', { classname, name }, inside))
    return group('testsuite', classname, own, elements)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${group('testsuites', 'conmock', cases, suites)}\n`
}
