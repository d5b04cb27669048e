import { AUTHORIZATION, targets, type Target } from './answers.js'
import type { Contestant } from './contestants.js'
import { cpuSeconds, residentMegabytes } from './processes.js'
import { RunningContestant } from './running-contestant.js'
import { load, type Load } from './wrk.js'

/** The results of one measurement of one contestant and one target. */
export interface Measurement {
  readonly target: Target
  /** At 50 connections. */
  readonly many: Load
  /** At one connection. */
  readonly one: Load
  /** CPU time of the server for each of the requests at 50 connections, in µs. */
  readonly cpuMicroseconds: number
}

/** What several starts of a contestant cost. */
export interface Starts {
  /** From the start of the process to its first answer, in ms. */
  readonly milliseconds: readonly number[]
  /** Memory after the first answers, in MB. */
  readonly megabytes: readonly number[]
}

type Say = (line: string) => void

/** Starts the contestants one after the other, and repeats that `turns` times. */
export async function measureStarts(
  contestants: readonly Contestant[],
  turns: number,
  say: Say,
): Promise<readonly Starts[]> {
  const all = contestants.map(() => ({ milliseconds: [] as number[], megabytes: [] as number[] }))
  for (let turn = 1; turn <= turns; turn++) {
    say(`start ${turn} of ${turns}`)
    for (const [index, contestant] of contestants.entries()) {
      const running = await RunningContestant.start(contestant)
      await running.check()
      all[index]!.milliseconds.push(running.milliseconds)
      all[index]!.megabytes.push(residentMegabytes(running.pid))
      await running.stop()
    }
  }
  return all
}

/** How often and how long each contestant is measured. */
export interface RoundsPlan {
  readonly rounds: number
  /** Measurements of each contestant in a round. */
  readonly samples: number
  /** Duration of a measurement. */
  readonly seconds: number
}

async function measure(
  running: RunningContestant,
  target: Target,
  { samples, seconds }: RoundsPlan,
): Promise<Measurement[]> {
  const url = running.url(running.contestant.paths[target])
  const asked = { url, seconds, authorization: AUTHORIZATION }
  // After a pause, the first two seconds of a server are slower: V8 has released memory and code, and the processor is slow.
  await load({ ...asked, seconds: 2, connections: 50 })
  const measured: Omit<Measurement, 'target' | 'one'>[] = []
  for (let sample = 1; sample <= samples; sample++) {
    const before = cpuSeconds(running.pid)
    const many = await load({ ...asked, connections: 50 })
    const used = cpuSeconds(running.pid) - before
    measured.push({ many, cpuMicroseconds: (used / many.requests) * 1e6 })
  }
  const one = await load({ ...asked, connections: 1 })
  return measured.map((each) => ({ target, one, ...each }))
}

/** Puts the contestants under load in turns, so that a slow phase of the machine affects all of them. */
export async function measureRounds(
  contestants: readonly Contestant[],
  plan: RoundsPlan,
  say: Say,
): Promise<readonly (readonly Measurement[])[]> {
  const all = contestants.map((): Measurement[] => [])
  const running: RunningContestant[] = []
  try {
    for (const contestant of contestants) running.push(await RunningContestant.start(contestant))
    for (const server of running) await server.check()
    for (let round = 1; round <= plan.rounds; round++) {
      say(`round ${round} of ${plan.rounds}`)
      for (const target of targets) {
        for (const [index, server] of running.entries()) {
          all[index]!.push(...(await measure(server, target, plan)))
        }
      }
    }
    for (const server of running) await server.check()
  } finally {
    for (const server of running) await server.stop()
  }
  return all
}
