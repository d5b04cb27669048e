import { aboutMock, formatRequestLine, mismatchLines } from './format-report.js'
import { isPendingFailure, type InteractionReport, type VerificationReport } from './report.js'

/** Escapes a text for XML 1.0. Characters that XML does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"\n]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** @param content Elements, or an escaped text. */
function element(name: string, attributes: object, content = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  return `\n<${name}${list.join('')}>${content}</${name}>`
}

/** The element that says why an interaction did not succeed, or on which assumptions of the mock it depends. */
function details(interaction: InteractionReport): string {
  const { outcome, reason, mismatches, assumptions, serverMessage, request, pact } = interaction
  if (outcome === 'verified') {
    const properties = assumptions.map((value) => element('property', { name: 'assumption', value }))
    return properties.length === 0 ? '' : element('properties', {}, properties.join(''))
  }
  const before = isPendingFailure(interaction)
    ? 'pending: '
    : outcome === 'skipped'
      ? 'not checkable here: '
      : ''
  const kind = before !== '' ? 'skipped' : outcome === 'broken' ? 'failure' : 'error'
  const found = mismatchLines(mismatches).map((line) => line.trim())
  const message = before + (reason ?? found[0] ?? outcome)
  const lines = [...found, ...aboutMock(interaction), serverMessage ?? [], `${request}, in ${pact}`].flat()
  return element(kind, { message }, escapeXml(lines.join('\n')))
}

/** An element that counts the test cases inside. A `<` is always the start of a tag, because texts are escaped. */
function group(tag: string, name: string, content: string): string {
  const count = (kind: string) => content.split(`<${kind} `).length - 1
  const [failures, errors, skipped] = [count('failure'), count('error'), count('skipped')]
  return element(tag, { name, tests: count('testcase'), failures, errors, skipped }, content)
}

/** A suite for each consumer, a test case for each interaction. */
export function formatJunit({ interactions, problems }: VerificationReport): string {
  const suites = new Map<string, string>()
  function addCase(classname: string, name: string, content: string): void {
    suites.set(classname, (suites.get(classname) ?? '') + element('testcase', { classname, name }, content))
  }
  for (const each of interactions)
    addCase(`${each.consumer} – ${each.provider}`, formatRequestLine(each), details(each))
  for (const message of problems) addCase('set-up', 'set-up', element('error', { message }))
  const elements = Array.from(suites, ([name, cases]) => group('testsuite', name, cases))
  return `<?xml version="1.0" encoding="UTF-8"?>${group('testsuites', 'conmock', elements.join(''))}\n`
}
