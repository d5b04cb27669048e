import { targetNames, targets } from './answers.js'
import type { Cost, FirstRecord, Growth, Way } from './children.js'
import type { TargetFigures } from './figures.js'
import type { Contestant } from './contestants.js'
import type { Starts } from './http-rounds.js'

/** A performance goal and the measured value. */
export interface Goal {
  readonly what: string
  readonly wanted: string
  readonly seen: string
  readonly reached: boolean
}

/** Everything that a run has measured. */
export interface Results {
  readonly contestants: readonly Contestant[]
  /** In the order of `contestants`. */
  readonly starts: readonly Starts[]
  /** In the order of `contestants`. */
  readonly figures: TargetFigures
  /** Starts of conmock's server with data of several sizes. */
  readonly sizes: readonly { readonly size: number; readonly starts: Starts }[]
  readonly growth: readonly Growth[]
  readonly inProcess: Readonly<Record<Way, Cost>>
  readonly firstRecord: FirstRecord
}

/** Two costs that should be equal may differ by this factor, because measurements are noisy. */
const NOISE = 1.25

function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`
}

function atLeast(what: string, wanted: number, seen: number, show: (ratio: number) => string): Goal {
  return { what, wanted: `≥ ${show(wanted)}`, seen: show(seen), reached: seen >= wanted }
}

function atMost(what: string, wanted: number, seen: number): Goal {
  return { what, wanted: `≤ ${times(wanted)}`, seen: times(seen), reached: seen <= wanted }
}

function speedGoals({ contestants, figures }: Results): Goal[] {
  return targets.flatMap((target) => {
    const conmock = figures[target][1]!
    const name = targetNames[target]
    const peers = figures[target].filter((_, index) => contestants[index]!.peer)
    const best = Math.min(...peers.map(({ conmockIsFaster }) => conmockIsFaster))
    return [
      atLeast(
        `requests per second of the floor, ${name}`,
        target === 'roles' ? 0.6 : 0.7,
        conmock.ofFloor,
        percent,
      ),
      atLeast(`requests per second of the best peer, ${name}`, 3, best, times),
      atMost(`p99 of the floor, ${name}`, 3, conmock.p99OfFloor),
    ]
  })
}

function growthGoals({ growth, sizes }: Results): Goal[] {
  const [smallest, largest] = [growth[0]!, growth.at(-1)!]
  const compared = growth.findLast(({ size }) => size <= 100_000)!
  const [fewest, most] = [sizes[0]!, sizes.at(-1)!]
  const range = `${largest.size} volunteers and roles beside ${smallest.size}`
  const startRange = `${most.size} volunteers and roles beside ${fewest.size}`
  return [
    atMost(
      `the last page beside the first, ${compared.size} roles`,
      NOISE,
      compared.lastPageAfterChange / compared.pageAfterChange,
    ),
    atMost(`a page, ${compared.size} roles beside ${smallest.size}`, 1.5, compared.page / smallest.page),
    atMost(`\`createMock()\`, ${range}`, NOISE, largest.create / smallest.create),
    atMost(`\`reset()\`, ${range}`, NOISE, largest.reset / smallest.reset),
    atMost(
      `start of the server, ${startRange}`,
      NOISE,
      Math.min(...most.starts.milliseconds) / Math.min(...fewest.starts.milliseconds),
    ),
    atMost(
      `memory of the server, ${startRange}`,
      NOISE,
      Math.min(...most.starts.megabytes) / Math.min(...fewest.starts.megabytes),
    ),
  ]
}

/** The performance goals, one for each row of the table. */
export function goalsOf(results: Results): readonly Goal[] {
  const { contestants, starts, inProcess, firstRecord } = results
  const milliseconds = starts.map((own) => Math.min(...own.milliseconds))
  const peers = milliseconds.filter((_, index) => contestants[index]!.peer)
  return [
    ...speedGoals(results),
    ...growthGoals(results),
    atMost(
      'a `fetch` through `setupServer`, beside a constant handler',
      1.2,
      inProcess.ours.time / inProcess.constant.time,
    ),
    atMost(
      'the first record of a test file, beside importing msw',
      0.35,
      firstRecord.conmock / firstRecord.msw,
    ),
    atMost(
      'from process start to first answer, beside the fastest peer',
      1,
      milliseconds[1]! / Math.min(...peers),
    ),
  ]
}
