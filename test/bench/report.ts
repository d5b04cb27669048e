import { markdownTable } from '../support/markdown-table.js'
import { targetNames, targets, type Target } from './answers.js'
import { goalsOf, type Results } from './goals.js'

/** The first column holds names, the others figures. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'))
  return markdownTable(head, rows, rule)
}

function rounded(value: number): string {
  if (value >= 100) return String(Math.round(value))
  return value.toFixed(value >= 10 ? 1 : 2)
}

function kilo(value: number): string {
  return `${(value / 1000).toFixed(1)}k`
}

function nameOf({ contestants }: Results, index: number): string {
  const { name, version } = contestants[index]!
  return `${name} ${version.replace(/^v/, '')}`
}

function httpTable(results: Results, target: Target): string {
  const rows = results.figures[target].map((figures, index) => [
    nameOf(results, index),
    kilo(figures.requestsPerSecond),
    `${Math.round(figures.ofFloor * 100)} %`,
    index === 1 ? '' : `${rounded(figures.conmockIsFaster)} ×`,
    rounded(figures.p99),
    kilo(figures.requestsPerSecondOfOne),
    rounded(figures.p99OfOne),
    rounded(figures.cpu),
  ])
  const head = [
    targetNames[target],
    'req/s, 50 connections',
    'of the floor',
    'conmock is faster by',
    'p99, ms',
    'req/s, 1 connection',
    'p99, ms',
    'server CPU, µs per request',
  ]
  return table(head, rows)
}

function startTable(results: Results): string {
  const own = Math.min(...results.starts[1]!.milliseconds)
  const rows = results.starts.map(({ milliseconds, megabytes }, index) => [
    nameOf(results, index),
    String(Math.round(Math.min(...milliseconds))),
    `${(Math.min(...milliseconds) / own).toFixed(2)} ×`,
    String(Math.round(Math.min(...megabytes))),
  ])
  return table(['', 'process start to first answer, ms', 'conmock is 1', 'idle memory, MB'], rows)
}

function inProcessTable({ inProcess }: Results): string {
  const names = {
    constant: '`fetch`, msw `setupServer`, a handler that answers with a constant',
    ours: '`fetch`, msw `setupServer(...mock.handlers)`',
    direct: '`mock.fetch`, no msw',
  }
  const rows = (['constant', 'ours', 'direct'] as const).map((way) => [
    names[way],
    rounded(inProcess[way].time),
    `${(inProcess[way].time / inProcess.constant.time).toFixed(2)} ×`,
    rounded(inProcess[way].cpu),
  ])
  return table(['one volunteer, in a process', 'µs', 'a constant handler is 1', 'CPU, µs'], rows)
}

function firstRecordTable({ firstRecord }: Results): string {
  const names = {
    conmock: '`import { createMock } from "conmock"`',
    mswjsData: '@mswjs/data with faker (all locales), the same work by hand',
  }
  const rows = (['conmock', 'mswjsData'] as const).map((way) => [
    names[way],
    rounded(firstRecord[way]),
    `${(firstRecord[way] / firstRecord.msw).toFixed(2)} ×`,
  ])
  const head = ['import, first record and first answer, in a fresh process', 'ms', 'importing msw is 1']
  return table(head, [['importing `msw` and `msw/node`', rounded(firstRecord.msw), '1.00 ×'], ...rows])
}

function growthTables({ growth, sizes }: Results): string {
  const servers = table(
    ['volunteers, and as many roles', 'process start to first answer, ms', 'idle memory, MB'],
    sizes.map(({ size, starts }) => [
      size.toLocaleString('en'),
      String(Math.round(Math.min(...starts.milliseconds))),
      String(Math.round(Math.min(...starts.megabytes))),
    ]),
  )
  const mocks = table(
    [
      'volunteers, and as many roles',
      '`createMock()`, µs',
      'memory of a new mock, kB',
      'its first volunteer, µs',
      'first page, records new, µs',
      'last page, records new, µs',
      'first page after a change, µs',
      'last page after a change, µs',
      'a volunteer again, µs',
      'a page again, µs',
      '`reset()`, µs',
    ],
    growth.map((one) => [
      one.size.toLocaleString('en'),
      rounded(one.create),
      rounded(one.heap / 1000),
      ...[one.lookup, one.page, one.lastPage, one.pageAfterChange, one.lastPageAfterChange].map(rounded),
      ...[one.lookupAgain, one.pageAgain, one.reset].map(rounded),
    ]),
  )
  return `${servers}\n\n${mocks}`
}

function goalTable(results: Results): string {
  const rows = goalsOf(results).map(({ what, wanted, seen, reached }) => [
    what,
    wanted,
    seen,
    reached ? 'yes' : '**no**',
  ])
  return table(['goal', 'wanted', 'seen', 'reached'], rows)
}

/** The results as Markdown. */
export function writeReport(results: Results): string {
  return [
    '## Goals',
    goalTable(results),
    '## Over HTTP',
    ...targets.map((target) => httpTable(results, target)),
    startTable(results),
    '## In a process',
    inProcessTable(results),
    firstRecordTable(results),
    '## Growth',
    growthTables(results),
  ].join('\n\n')
}
