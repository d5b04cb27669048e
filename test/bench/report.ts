import { markdownTable } from '../support/markdown-table.js'
import { targetNames, targets, type Target } from './answers.js'
import type { FirstRecord, Result } from './measure.js'

/** Everything that a run has measured. */
export interface Results {
  /** The floor is the first, conmock the second, then conmock with a sandbox in the path and in the header. */
  readonly servers: readonly Result[]
  readonly firstRecord: FirstRecord
}

/** The first column has names, the others figures. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'))
  return markdownTable(head, rows, rule)
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`
}

function atMost(what: string, wanted: number, seen: number): string[] {
  return [what, `≤ ${times(wanted)}`, times(seen), seen <= wanted ? 'yes' : '**no**']
}

function atLeast(what: string, wanted: number, seen: number): string[] {
  return [what, `≥ ${times(wanted)}`, times(seen), seen >= wanted ? 'yes' : '**no**']
}

function goalsOf({ servers, firstRecord }: Results): string[][] {
  const [, conmock, inPath, inHeader] = servers
  const peers = servers.filter(({ server }) => server.kind === 'peer')
  return [
    ...targets.flatMap((target) => {
      const { cpuOfFloor, speedOfFloor } = conmock![target]
      const name = targetNames[target]
      const best = Math.max(...peers.map((peer) => peer[target].speedOfFloor))
      return [
        atMost(`CPU time beside the floor, ${name}`, 1.35, cpuOfFloor),
        atMost(
          `CPU time, sandbox in the path beside no sandbox, ${name}`,
          1.2,
          inPath![target].cpuOfFloor / cpuOfFloor,
        ),
        atMost(
          `CPU time, sandbox in the header beside no sandbox, ${name}`,
          1.2,
          inHeader![target].cpuOfFloor / cpuOfFloor,
        ),
        atLeast(`requests per second beside the fastest peer, ${name}`, 3, speedOfFloor / best),
      ]
    }),
    atMost(
      'start of the process to the first response, beside the fastest peer',
      1,
      conmock!.startMs / Math.min(...peers.map(({ startMs }) => startMs)),
    ),
    atMost('first record of a test file, beside importing msw', 0.35, firstRecord.conmock / firstRecord.msw),
  ]
}

function httpTable({ servers }: Results, target: Target): string {
  const head = ['server CPU, µs per request', 'beside the floor', 'req/s, 50 connections', 'p99, ms']
  const rows = servers.map((result) => {
    const { cpuMicroseconds, cpuOfFloor, requestsPerSecond, p99Ms } = result[target]
    return [
      result.server.name,
      cpuMicroseconds.toFixed(1),
      times(cpuOfFloor),
      `${(requestsPerSecond / 1000).toFixed(1)}k`,
      p99Ms.toFixed(1),
    ]
  })
  return table([targetNames[target], ...head], rows)
}

/** The results as Markdown. */
export function writeReport(results: Results): string {
  const { servers, firstRecord } = results
  const starts = servers.map(({ server, startMs }) => [server.name, startMs.toFixed(0)])
  return [
    '## Goals',
    table(['goal', 'wanted', 'measured', 'reached'], goalsOf(results)),
    '## Over HTTP',
    ...targets.map((target) => httpTable(results, target)),
    table(['', 'process start to first response, ms'], starts),
    `A test file imports \`msw\` and \`msw/node\` in ${firstRecord.msw.toFixed(0)} ms. conmock, a first record and its response take ${firstRecord.conmock.toFixed(0)} ms more.`,
  ].join('\n\n')
}
