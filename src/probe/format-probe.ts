import { assumptionNames, valueIn, type AssumptionName } from '../contract/assumptions.js'
import { aligned, counted } from '../common/text.js'
import { noColors, type Colors } from '../pact/report/format-report.js'
import type { Comparison } from './profile.js'
import type { ProbeReport, Verdict } from './report.js'

/** Whether the service has another value than the mock. */
function differs(name: AssumptionName, { findings, profile }: ProbeReport): boolean {
  const { verdict, value } = findings[name]
  return verdict === 'measured' && String(value) !== String(valueIn(profile, name))
}

function paint(verdict: Verdict, { good, bad, doubtful }: Colors): (text: string) => string {
  if (verdict === 'measured') return good
  return verdict === 'no such variant' ? bad : doubtful
}

function remarkOf(name: AssumptionName, report: ProbeReport): string {
  const { verdict, reason } = report.findings[name]
  if (verdict === 'no such variant') return `${reason}: conmock cannot do this yet`
  if (verdict !== 'measured') return reason
  return differs(name, report) ? `conmock: ${valueIn(report.profile, name)}` : 'same as conmock'
}

function requestsOf({ requests: { get, post } }: ProbeReport): string {
  if (post === 0) return `${counted(get, 'request')}, only GET.`
  return `${counted(get, 'GET request')}, and ${post} POST to the token endpoint.`
}

function endOf({ ended }: ProbeReport, { bad }: Colors): string[] {
  return ended === undefined ? [] : [bad(`The probe ended early, because ${ended}.`)]
}

/** Formats the findings for a person. */
export function formatProbe(report: ProbeReport, colors: Colors = noColors): string {
  const { findings, profile } = report
  const rows = assumptionNames.map((name) => {
    const { verdict, value = '' } = findings[name]
    return [name, String(value), verdict, remarkOf(name, report)]
  })
  const count = (verdict: Verdict) =>
    assumptionNames.filter((name) => findings[name].verdict === verdict).length
  const differing = assumptionNames.filter((name) => differs(name, report))
  const counts = [
    `${count('measured')} measured (${differing.length} differ from profile ${profile})`,
    `${count('inconclusive')} inconclusive`,
    `${count('no such variant')} without a variant`,
    `${count('not measured')} not measured`,
  ]
  return [
    ...aligned(rows).map((line, index) => paint(findings[assumptionNames[index]!].verdict, colors)(line)),
    ...endOf(report, colors),
    `${counts.join(', ')}. ${requestsOf(report)}`,
  ].join('\n')
}

/** Formats how the service differs from a profile. */
export function formatComparison(
  report: ProbeReport,
  comparisons: readonly Comparison[],
  colors: Colors = noColors,
): string {
  const different = comparisons.filter(({ result }) => result !== 'same')
  const lines = different.map(({ name, before, now, result }) => {
    const what = result === 'changed' ? (now.value ?? now.reason) : now.reason
    const text = `${name}: ${before}, ${result === 'changed' ? `now ${what}` : `not compared: ${what}`}`
    return (result === 'changed' ? colors.bad : colors.doubtful)(text)
  })
  const count = (result: Comparison['result']) =>
    comparisons.filter((comparison) => comparison.result === result).length
  return [
    ...lines,
    ...endOf(report, colors),
    `${count('same')} the same, ${count('changed')} changed, ${count('not compared')} not compared. ${requestsOf(report)}`,
  ].join('\n')
}
