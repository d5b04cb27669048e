import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RunningServer, type Load } from './running-server.js'
import { targets, type MeasuredServer, type Target } from './servers.js'

/** How long and how often a run measures. */
export interface Plan {
  /** Seconds without requests before the first load. Real servers wait, too, and V8 then releases memory. */
  readonly wait: number
  /** Number of loads of one second, for each server and target. */
  readonly rounds: number
  /** Number of starts of each server, and of processes for the first record. */
  readonly starts: number
}

/** The medians for one server and one target. */
interface Figures extends Load {
  /** CPU time, divided by that of the floor beside it. */
  readonly cpuOfFloor: number
}

/** The results for one server. */
export interface Result extends Readonly<Record<Target, Figures>> {
  readonly name: string
  readonly startMs: number
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

/** Loads a server and the floor in turns, so that a slow phase of the machine affects both. */
async function compare(
  server: RunningServer,
  floor: RunningServer,
  target: Target,
  rounds: number,
): Promise<Figures> {
  // In the first two seconds, V8 compiles the code.
  for (const each of [floor, server]) await each.load(target, 2)
  const loads: Load[] = []
  const ratios: number[] = []
  while (loads.length < rounds) {
    const base = await floor.load(target, 1)
    const load = await server.load(target, 1)
    loads.push(load)
    ratios.push(load.cpuMicroseconds / base.cpuMicroseconds)
  }
  return {
    requestsPerSecond: median(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpuMicroseconds: median(loads.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    cpuOfFloor: median(ratios),
  }
}

/** Measures a server beside the floor, after both have waited. */
export async function measureServer(
  server: MeasuredServer,
  floor: MeasuredServer,
  bodies: Readonly<Record<Target, string>>,
  { wait, rounds, starts }: Plan,
): Promise<Result> {
  const startMs: number[] = []
  for (let count = 1; count < starts; count++) {
    const started = await RunningServer.start(server)
    startMs.push(started.startMs)
    await started.stop()
  }
  const beside = await RunningServer.start(floor)
  const running = await RunningServer.start(server)
  startMs.push(running.startMs)
  try {
    await running.check(bodies)
    await delay(wait * 1000)
    const [volunteer, roles] = [
      await compare(running, beside, targets[0], rounds),
      await compare(running, beside, targets[1], rounds),
    ]
    await running.check(bodies)
    return { name: server.name, volunteer, roles, startMs: median(startMs) }
  } finally {
    await running.stop()
    await beside.stop()
  }
}

/** Milliseconds in a new process: for importing msw and msw/node, and the additional time of conmock. */
export interface FirstRecord {
  readonly msw: number
  readonly conmock: number
}

/** Measures a test file until it has its first record. */
export function measureFirstRecord(times: number): FirstRecord {
  const file = fileURLToPath(new URL('programs/first-record.mjs', import.meta.url))
  const seen = Array.from({ length: times }, () => {
    const printed = execFileSync('taskset', ['-c', '0', process.execPath, file], { encoding: 'utf8' })
    return JSON.parse(printed) as FirstRecord
  })
  return { msw: median(seen.map(({ msw }) => msw)), conmock: median(seen.map(({ conmock }) => conmock)) }
}
