import type { Findings } from './findings.js'
import { inMiB, type Growth } from './memory.js'
import type { RequestLogTally } from './request-log.js'
import type { Sample } from './server-process.js'

/** What a soak has found. */
export interface Result {
  readonly findings: Findings
  /** Of the load alone. */
  readonly ms: number
  /** The first is taken when the server is warm. */
  readonly samples: readonly Sample[]
  /** Before anybody was connected, and after everybody has gone. */
  readonly before: Sample
  readonly after: Sample
  readonly growth: Growth
  readonly msToStop: number
  readonly log: RequestLogTally
}

function row(name: string, value: string | number): string {
  return `${name.padEnd(66)} ${String(value).padStart(12)}`
}

function open({ sockets, descriptors }: Sample): string {
  return descriptors === undefined ? String(sockets) : `${sockets} / ${descriptors}`
}

/** The table at the end. */
export function report({ findings, ms, samples, before, after, growth, msToStop, log }: Result): string {
  const [warm, last] = [samples[0], samples.at(-1)]
  const held = samples.map(({ sockets }) => sockets)
  const wrong = findings.failures
  return [
    '',
    ...findings.kinds.map(([kind, count]) => row(kind, count)),
    row('requests in all', findings.total),
    '',
    ...[...findings.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => row(`answers with ${status}`, count)),
    row('requests that the server has logged', log.total),
    '',
    row('seconds', (ms / 1000).toFixed(1)),
    row('requests/s', Math.round((findings.total / ms) * 1000)),
    ...(warm && last
      ? [
          row('µs of the server for each request', ((last.cpu - before.cpu) / findings.total).toFixed(1)),
          row('connections held, at least and at most', `${Math.min(...held)} / ${Math.max(...held)}`),
          row('heap when warm', inMiB(warm.heap)),
          row('heap at the end', inMiB(last.heap)),
          row('heap grown', inMiB(growth.heap)),
          row('memory when warm', inMiB(warm.rss)),
          row('memory at the end', inMiB(last.rss)),
        ]
      : []),
    row('connections / file descriptors before', open(before)),
    row('connections / file descriptors after', open(after)),
    row('ms to stop', Math.round(msToStop)),
    row('wrong answers and other faults', wrong),
    ...(wrong === 0 ? [] : ['', findings.describe()]),
    '',
  ].join('\n')
}
