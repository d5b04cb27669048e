import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { targets, type Target } from './answers.js'
import { RunningServer, type Load } from './running-server.js'
import type { MeasuredServer } from './servers.js'

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
  /** Requests per second, divided by those of the floor beside it. */
  readonly speedOfFloor: number
}

/** The results for one server. */
export interface Result extends Readonly<Record<Target, Figures>> {
  readonly server: MeasuredServer
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
  const pairs: { readonly own: Load; readonly base: Load }[] = []
  while (pairs.length < rounds) {
    pairs.push({ base: await floor.load(target, 1), own: await server.load(target, 1) })
  }
  const of = (figure: keyof Load) => median(pairs.map(({ own }) => own[figure]))
  const ratio = (figure: keyof Load) => median(pairs.map(({ own, base }) => own[figure] / base[figure]))
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p99Ms: of('p99Ms'),
    cpuMicroseconds: of('cpuMicroseconds'),
    cpuOfFloor: ratio('cpuMicroseconds'),
    speedOfFloor: ratio('requestsPerSecond'),
  }
}

/** Measures a server beside the floor, after both have waited. */
export async function measureServer(
  server: MeasuredServer,
  floor: MeasuredServer,
  { wait, rounds, starts }: Plan,
): Promise<Result> {
  const startMs: number[] = []
  while (startMs.length < starts - 1) {
    const running = await RunningServer.start(server)
    startMs.push(running.startMs)
    await running.stop()
  }
  const beside = await RunningServer.start(floor)
  const running = await RunningServer.start(server)
  startMs.push(running.startMs)
  try {
    await delay(wait * 1000)
    const [volunteer, roles] = [
      await compare(running, beside, targets[0], rounds),
      await compare(running, beside, targets[1], rounds),
    ]
    await running.check()
    return { server, volunteer, roles, startMs: median(startMs) }
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
export async function measureFirstRecord(times: number): Promise<FirstRecord> {
  const file = fileURLToPath(new URL('programs/first-record.mjs', import.meta.url))
  const seen: { readonly msw: number; readonly more: number }[] = []
  while (seen.length < times) {
    const { stdout } = await promisify(execFile)('taskset', ['-c', '0', process.execPath, file])
    seen.push(JSON.parse(stdout))
  }
  return { msw: median(seen.map(({ msw }) => msw)), conmock: median(seen.map(({ more }) => more)) }
}
