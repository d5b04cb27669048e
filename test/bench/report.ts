import type { FirstRecord, Result } from './measure.js'
import { targets, type ServerName } from './servers.js'

/** Everything that a run has measured. */
export interface Results {
  readonly servers: Readonly<Record<ServerName, Result>>
  readonly firstRecord: FirstRecord
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** A table in Markdown. The first column has names, the others figures. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = ['---', ...head.slice(1).map(() => '---:')]
  return [head, rule, ...rows].map(line).join('\n')
}

function goalsOf({ servers, firstRecord }: Results): string[][] {
  const { conmock, inPath, inHeader, hundred, million, handler, peer } = servers
  const goals: [what: string, wanted: number, seen: number][] = [
    [
      'start of the process to the first response, beside the fastest peer',
      1,
      conmock.startMs / peer.startMs,
    ],
    ['first record of a test file, beside importing msw', 0.25, firstRecord.conmock / firstRecord.msw],
  ]
  for (const target of targets) {
    const [own, floor] = [conmock[target].cpuOfFloor, `CPU time for ${target}, beside`]
    goals.push(
      [`${floor} the floor`, 1.35, own],
      [`${floor} no sandbox: a sandbox in the path`, 1.2, inPath[target].cpuOfFloor / own],
      [`${floor} no sandbox: a sandbox in the header`, 1.2, inHeader[target].cpuOfFloor / own],
      [`${floor} a hundred roles: a million`, 1.25, million[target].cpuOfFloor / hundred[target].cpuOfFloor],
      [`${floor} the floor: with a custom handler`, 3.5, handler[target].cpuOfFloor],
    )
  }
  return goals.map(([what, wanted, seen]) => {
    return [what, `≤ ${wanted.toFixed(2)} ×`, `${seen.toFixed(2)} ×`, seen <= wanted ? 'yes' : '**no**']
  })
}

/** The results as Markdown. */
export function writeReport(results: Results): string {
  const { servers, firstRecord } = results
  const all = Object.values(servers)
  const head = ['server CPU, µs per request', 'beside the floor', 'req/s, 50 connections']
  const tables = targets.map((target) => {
    const rows = all.map((server) => {
      const { cpuMicroseconds, cpuOfFloor, requestsPerSecond } = server[target]
      const speed = `${(requestsPerSecond / 1000).toFixed(1)}k`
      return [server.name, cpuMicroseconds.toFixed(1), `${cpuOfFloor.toFixed(2)} ×`, speed]
    })
    return table([target, ...head], rows)
  })
  const starts = all.map(({ name, startMs }) => [name, startMs.toFixed(0)])
  const [msw, conmock] = [firstRecord.msw, firstRecord.conmock].map((ms) => ms.toFixed(0))
  return [
    '## Goals',
    table(['goal', 'wanted', 'measured', 'reached'], goalsOf(results)),
    '## Over HTTP',
    ...tables,
    table(['', 'process start to first response, ms'], starts),
    `A test file imports \`msw\` and \`msw/node\` in ${msw} ms. conmock, a first record and its response take ${conmock} ms more.`,
  ].join('\n\n')
}
