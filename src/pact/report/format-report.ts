import { oneLine } from '../../common/text.js'
import {
  countOutcomes,
  isPendingFailure,
  type InteractionReport,
  type Mismatch,
  type MockTarget,
  type VerificationReport,
} from './report.js'

/** Functions that color a text, for example those of `picocolors`. */
export interface Colors {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly doubtful: (text: string) => string
}

function plain(text: string): string {
  return text
}

export const noColors: Colors = { good: plain, bad: plain, doubtful: plain }

const MAX_VALUE_LENGTH = 120
const MAX_MESSAGE_LENGTH = 300

/** Puts a text on one line and cuts it if it is too long, but not inside a surrogate pair. */
function cut(text: string, most: number): string {
  const line = oneLine(text)
  return line.length > most ? `${line.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}

function shownValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return cut(text, MAX_VALUE_LENGTH)
}

function formatLines({ part, path, expected, actual, message }: Mismatch): string[] {
  const place = path === undefined ? part : `${part} ${oneLine(path)}`
  if (expected === undefined) {
    // A check of conmock's own has found this. The pact says nothing about the place.
    const seen = actual === undefined || actual === 'nothing' ? '' : `; it is ${shownValue(actual)}`
    return [`    ${place}: ${cut(message, MAX_MESSAGE_LENGTH)}${seen}`]
  }
  const sides = `expected ${shownValue(expected)}, but was ${shownValue(actual)}`
  return [
    `    ${place}: ${sides}`,
    ...(part === 'status' ? [] : [`      ${cut(message, MAX_MESSAGE_LENGTH)}`]),
  ]
}

/** The lines of all mismatches. Those of the same field in other elements of a list are only counted. */
export function mismatchLines(mismatches: readonly Mismatch[]): string[] {
  const byField = new Map<string, Mismatch[]>()
  for (const mismatch of mismatches) {
    const { part, path, message } = mismatch
    const field = `${part} ${path?.replaceAll(/\[\d+\]/g, '[]') ?? message}`
    const alike = byField.get(field)
    if (alike) alike.push(mismatch)
    else byField.set(field, [mismatch])
  }
  return [...byField.values()].flatMap((all) => {
    const shown = all.filter(({ path }) => path === all[0]!.path)
    const others = all.length - shown.length
    return [...shown.flatMap(formatLines), ...(others > 0 ? [`      and ${others} more like it`] : [])]
  })
}

/** Says whether the mock fulfills what the service breaks. Then tests with the mock are wrong; otherwise the pact probably is. */
export function aboutMock({ mock }: InteractionReport): string[] {
  if (mock === undefined) return []
  return [`the service does not fulfill this; the mock ${mock === 'verified' ? 'does' : 'does not either'}`]
}

function label(interaction: InteractionReport): string {
  if (interaction.outcome === 'verified') return 'ok'
  const word = interaction.outcome.toUpperCase()
  return interaction.pending ? `PENDING (${word.toLowerCase()})` : word
}

export function formatRequestLine({ description, states }: InteractionReport): string {
  const given = states.length === 0 ? '' : ` [${states.join('; ')}]`
  return oneLine(`${description}${given}`)
}

function interactionLines(interaction: InteractionReport, colors: Colors): string[] {
  const { consumer, outcome, mismatches, reason, serverMessage, pact, request, assumptions } = interaction
  const paint =
    outcome === 'verified'
      ? colors.good
      : isPendingFailure(interaction) || outcome === 'skipped'
        ? colors.doubtful
        : colors.bad
  const before = outcome === 'skipped' ? 'not checkable here: ' : ''
  const why = reason === undefined ? '' : ` – ${before}${oneLine(reason)}`
  const place = outcome === 'verified' ? '' : ` (${oneLine(request)}, ${oneLine(pact)})`
  const basis =
    outcome === 'verified' && assumptions.length > 0 ? ` – depends on ${assumptions.join(', ')}` : ''
  return [
    `${paint(label(interaction))}  ${oneLine(consumer)}: ${formatRequestLine(interaction)}${place}${why}${basis}`,
    ...mismatchLines(mismatches),
    ...aboutMock(interaction).map((line) => `    ${line}`),
    ...(serverMessage === undefined ? [] : [`    message of the server: ${oneLine(serverMessage)}`]),
  ]
}

function assumptionLines({ interactions }: VerificationReport): string[] {
  const verified = interactions.filter(({ outcome }) => outcome === 'verified')
  const dependent = verified.filter(({ assumptions }) => assumptions.length > 0)
  if (dependent.length === 0) return []
  const names = [...new Set(dependent.flatMap(({ assumptions }) => assumptions))].toSorted()
  const depend = dependent.length === 1 ? 'depends' : 'depend'
  return [`${dependent.length} of ${verified.length} ${depend} on assumptions (${names.join(', ')})`]
}

function summaryLine(report: VerificationReport): string {
  const { verified, broken, problems, skipped, pending } = countOutcomes(report)
  const parts = [
    `${verified} verified`,
    ...(broken > 0 ? [`${broken} broken`] : []),
    ...(problems > 0 ? [`${problems} not run (see PROBLEM above)`] : []),
    ...(skipped > 0 ? [`${skipped} not checkable here`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ]
  const where = report.target.kind === 'mock' ? 'the mock' : report.target.url
  return `${parts.join(', ')} – against ${where}`
}

/** Names what the mock was, because every result depends on it. */
function mockLine({ version, profile, assumptions, others }: MockTarget): string {
  const changed = Object.entries(assumptions).map(([name, value]) => `${name}=${value}`)
  return `mock: ${[`conmock ${version}`, `profile ${profile}`, ...changed, ...others].join(', ')}`
}

export function formatReport(report: VerificationReport, colors: Colors = noColors): string {
  return [
    ...(report.target.kind === 'mock' ? [mockLine(report.target)] : []),
    ...report.interactions.flatMap((each) => interactionLines(each, colors)),
    ...report.problems.map((problem) => `${colors.bad('PROBLEM')}  ${oneLine(problem)}`),
    ...report.notes.map((note) => `${colors.doubtful('note')}  ${oneLine(note)}`),
    ...assumptionLines(report),
    summaryLine(report),
  ].join('\n')
}
