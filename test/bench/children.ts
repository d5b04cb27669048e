import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs one of the programs on the first processor, and returns the JSON that it printed. */
async function runProgram(name: string, ...args: readonly string[]): Promise<unknown> {
  const file = fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url))
  const { stdout } = await run('taskset', ['-c', '0', process.execPath, '--expose-gc', file, ...args])
  return JSON.parse(stdout)
}

/** The ways of getting a volunteer in a process. */
const ways = ['constant', 'ours', 'direct'] as const
export type Way = (typeof ways)[number]

/** µs for one volunteer, by CPU and by the clock. */
export interface Cost {
  readonly cpu: number
  readonly time: number
}

/** Measures the ways in turns, each time in a new process; the best of each. */
export async function measureInProcess(options: {
  readonly turns: number
  readonly requests: number
}): Promise<Readonly<Record<Way, Cost>>> {
  const seen: Record<Way, Cost[]> = { constant: [], ours: [], direct: [] }
  for (let turn = 0; turn < options.turns; turn++) {
    for (const way of ways)
      seen[way].push((await runProgram('in-process', way, String(options.requests))) as Cost)
  }
  const best = (costs: readonly Cost[]) => ({
    cpu: Math.min(...costs.map(({ cpu }) => cpu)),
    time: Math.min(...costs.map(({ time }) => time)),
  })
  return { constant: best(seen.constant), ours: best(seen.ours), direct: best(seen.direct) }
}

/** The ways to the first record and its first answer in a test file. */
const firstRecordWays = ['conmock', 'mswjsData'] as const
type FirstRecordWay = (typeof firstRecordWays)[number]

/** Milliseconds in a fresh process: for importing msw and msw/node, and the additional time of each way. */
export type FirstRecord = Readonly<Record<'msw' | FirstRecordWay, number>>

/** Measures the ways in turns; the best of each. */
export async function measureFirstRecord(turns: number, peersFolder: string): Promise<FirstRecord> {
  const best = { msw: Infinity, conmock: Infinity, mswjsData: Infinity }
  for (let turn = 0; turn < turns; turn++) {
    for (const way of firstRecordWays) {
      const seen = (await runProgram('first-record', way, peersFolder)) as { msw: number; more: number }
      best.msw = Math.min(best.msw, seen.msw)
      best[way] = Math.min(best[way], seen.more)
    }
  }
  return best
}

/** The costs of a mock of one size: heap in bytes, everything else in µs. */
export interface Growth {
  readonly size: number
  /** Memory of a mock before its first request. */
  readonly heap: number
  readonly create: number
  readonly reset: number
  /** The first answer of a new mock, a volunteer from the middle. */
  readonly lookup: number
  /** The first request for a page, whose records must be generated. */
  readonly page: number
  readonly lastPage: number
  /** A page that must be rendered again because a role has changed. */
  readonly pageAfterChange: number
  readonly lastPageAfterChange: number
  /** Requests that were answered before. */
  readonly lookupAgain: number
  readonly pageAgain: number
  readonly lastPageAgain: number
}

export async function measureGrowth(sizes: readonly number[]): Promise<readonly Growth[]> {
  const all: Growth[] = []
  for (const size of sizes) all.push((await runProgram('growth', String(size))) as Growth)
  return all
}
