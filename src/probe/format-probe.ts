import { HEALTH_PATH } from '../admin/admin-path.js'
import { aligned, pluralize } from '../common/text.js'
import { noColors, type Colors } from '../pact/report/format-report.js'
import { MAX_REQUESTS, type ProbeReport } from './probe.js'
import type { ProbeApi } from './probe-api.js'

/** Formats the requests that a probe sends. */
export function formatRequests({ requests }: ProbeApi): string {
  const pages = 'and the later pages of each list'
  const end = `At most ${MAX_REQUESTS}, one at a time. Without its fixture or token, a request is not sent.`
  return [`GET ${HEALTH_PATH}`, ...requests.keys(), pages, end, ''].join('\n')
}

/**
 * Compares what was measured with other values.
 *
 * @param source Where the other values come from.
 */
export function compare(
  report: ProbeReport,
  values: { readonly [assumption: string]: string | number | undefined },
  source: string,
  colors: Colors = noColors,
): { readonly same: number; readonly different: number; readonly text: string } {
  const rows = Object.entries(values).map(([name, expected]) => {
    const { value, problem } = report.findings[name]!
    const isSame = String(value) === String(expected)
    const remark = problem ?? (isSame ? `same as ${source}` : `${source}: ${expected}`)
    const result = value === undefined ? 'doubtful' : isSame ? 'good' : 'bad'
    return { result, line: [name, String(value ?? ''), remark] } as const
  })
  const count = (wanted: keyof Colors) => rows.filter(({ result }) => result === wanted).length
  const [same, different, others] = [count('good'), count('bad'), count('doubtful')]
  const { get, post } = report.requests
  const sent = post === 0 ? `${pluralize(get, 'request')}, only GET` : `${get} GET and ${post} POST requests`
  const lines = aligned(rows.map(({ line }) => line)).map((line, at) => colors[rows[at]!.result](line))
  const end = `${same} the same, ${different} different, ${others} not measured. ${sent}.`
  return { same, different, text: [...lines, end, ''].join('\n') }
}
