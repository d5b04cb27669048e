import { aligned, oneLine } from '../../common/text.js'
import type { Agreement, DriftReport, InteractionDrift } from './drift-report.js'
import { mismatchLines, mockLine, noColors, titleOf, type Colors } from './format-report.js'
import type { InteractionReport } from './report.js'

export const meanings: { readonly [Of in Agreement]: string } = {
  both: 'both pass',
  drift: 'drift: only the mock fulfills the pact',
  'too-strict': 'the mock is too strict',
  neither: 'both fail: the pact is probably wrong',
  skipped: 'skipped',
  problem: 'problem',
}

const words: { readonly [Of in InteractionReport['outcome']]: string } = {
  verified: 'holds',
  broken: 'broken',
  problem: 'problem',
  skipped: 'skipped',
}

const headings = ['mock', 'service', 'result', 'interaction'] as const

function rowOf({ agreement, mock, service }: InteractionDrift): string[] {
  return [words[mock.outcome], words[service.outcome], meanings[agreement], titleOf(mock)]
}

/** Returns the lines below a row: the reason, the mismatches, and the assumptions of the mock that may be wrong. */
export function detailsOf({ agreement, mock, service }: InteractionDrift): string[] {
  const doubtful = agreement === 'drift' ? mock.assumptions : []
  const sides = [['mock', mock] as const, ['service', service] as const].flatMap(
    ([name, { reason, mismatches }]) => {
      const lines = [...(reason === undefined ? [] : [oneLine(reason)]), ...mismatchLines(mismatches)]
      return lines.map((line) => `${name}: ${line.trim()}`)
    },
  )
  return [...sides, ...(doubtful.length === 0 ? [] : [`mock: depends on ${doubtful.join(', ')}`])]
}

function paintOf(agreement: Agreement, colors: Colors): (text: string) => string {
  if (agreement === 'both') return colors.good
  return agreement === 'skipped' ? colors.doubtful : colors.bad
}

function summaryOf({ interactions, against }: DriftReport): string {
  const all = Object.keys(meanings) as Agreement[]
  const counts = all.flatMap((agreement) => {
    const count = interactions.filter((each) => each.agreement === agreement).length
    if (count === 0 && agreement !== 'both') return []
    const word = meanings[agreement].split(':', 1)[0]!
    // In upper case, because readers easily overlook skipped interactions.
    return [`${count} ${agreement === 'skipped' ? word.toUpperCase() : word}`]
  })
  return `${counts.join(', ')} – the mock compared with ${against}`
}

export function formatDrift(report: DriftReport, colors: Colors = noColors): string {
  const rows = report.interactions.map(rowOf)
  const [heading = '', ...lines] = aligned([headings, ...rows])
  return [
    mockLine(report.mock),
    ...(rows.length === 0 ? [] : [heading]),
    ...report.interactions.flatMap((each, index) => [
      paintOf(each.agreement, colors)(lines[index]!),
      ...detailsOf(each).map((detail) => `    ${detail}`),
    ]),
    ...report.problems.map((problem) => `${colors.bad('PROBLEM')}  ${oneLine(problem)}`),
    ...report.notes.map((note) => `${colors.doubtful('note')}  ${oneLine(note)}`),
    summaryOf(report),
  ].join('\n')
}
