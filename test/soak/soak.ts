import { setTimeout } from 'node:timers/promises'
import { CheckedConnection } from './checked-connection.js'
import { checkEnding, checkLog, checkReleased } from './checks.js'
import type { Findings } from './findings.js'
import { HELD, HeldConnections } from './held-connections.js'
import { isOver, Lane, type Load } from './lane.js'
import { inMiB, judgeMemory } from './memory.js'
import type { SoakOptions } from './options.js'
import { makePools, serverFlags } from './pools.js'
import type { Result } from './report.js'
import { ServerProcess, type Sample } from './server-process.js'
import { SlowReaders } from './slow-readers.js'

const LANES = 48
/** After each of them all lanes wait, and the memory is looked at; the first is to warm up. */
const roundsFor = (requests: number) => (requests < 500_000 ? 6 : 10)
const MOST_TRIES = 50
const MS_BETWEEN_TRIES = 100
const TIMES_TO_WARM = 3
const AT_ONCE = 20
const IDLE_AT_THE_END = 20

/** Looks into the server when as many connections are open as always: what is held for others is about to go. */
async function settledSample(server: ServerProcess, connections: number): Promise<Sample> {
  for (let tries = 0; tries < MOST_TRIES && (await server.connections()) !== connections; tries++) {
    await setTimeout(MS_BETWEEN_TRIES)
  }
  return server.sample()
}

/** Asks everything a few times: the server keeps what it has written once. */
async function warmUp({ port, pools, findings, signal }: Load): Promise<void> {
  const connection = await CheckedConnection.open(port, findings)
  const exchanges = pools.usual.flat()
  for (let time = 0; time < TIMES_TO_WARM; time++) {
    for (let start = 0; start < exchanges.length; start += AT_ONCE) {
      if (signal.aborted || !(await connection.ask(exchanges.slice(start, start + AT_ONCE)))) return
    }
  }
  connection.leave('close')
}

/** Lets all lanes send their part, while some clients are slow to read. */
async function runRound(load: Load, lanes: readonly Lane[], requests: number, first: boolean): Promise<void> {
  const each = Math.ceil(requests / lanes.length)
  const readers = new SlowReaders(load)
  async function runLanes(): Promise<void> {
    const { tokens } = load.pools
    await Promise.all(lanes.map((lane, number) => lane.run(each, first && number === 0 ? tokens : [])))
    readers.goOn()
  }
  await Promise.all([readers.run(), runLanes()])
}

/** Stops the server while connections are idle, which must not keep it. */
async function stopServer(server: ServerProcess, { findings, port, pools }: Load): Promise<number> {
  const questions = pools.usual[0]!.slice(0, 1)
  for (let count = 0; count < IDLE_AT_THE_END; count++) {
    const connection = await CheckedConnection.open(port, findings)
    if (count % 2 === 0) await connection.ask(questions)
  }
  const ending = await server.stop()
  checkEnding(ending, findings)
  checkLog(server, findings)
  return ending.ms
}

async function runAll(
  server: ServerProcess,
  load: Load,
  requests: number,
  print: (line: string) => void,
): Promise<Result> {
  const { findings } = load
  await warmUp(load)
  const before = await settledSample(server, 0)
  const held = new HeldConnections(load)
  await held.start()
  const lanes = Array.from({ length: LANES }, (_, number) => new Lane(load, number))
  const rounds = roundsFor(requests)
  const start = performance.now()
  const samples: Sample[] = []
  for (let round = 1; round <= rounds && !isOver(load); round++) {
    await runRound(load, lanes, requests / rounds, round === 1)
    const sample = await settledSample(server, HELD)
    samples.push(sample)
    const seconds = (performance.now() - start) / 1000
    print(
      `${round}/${rounds}  ${findings.total} requests in ${seconds.toFixed(0)} s ` +
        `(${Math.round(findings.total / seconds)}/s), ${findings.failures} wrong, ` +
        `${sample.sockets} connections held, heap ${inMiB(sample.heap)}, memory ${inMiB(sample.rss)}`,
    )
  }
  const ms = performance.now() - start
  while (!held.allTold && !isOver(load)) await setTimeout(MS_BETWEEN_TRIES)
  await held.stop()

  const after = await settledSample(server, 0)
  checkReleased(before, after, findings)
  const growth = judgeMemory(samples)
  for (const fault of growth.faults) findings.fault(fault)
  const msToStop = await stopServer(server, load)
  return { findings, ms, samples, before, after, growth, msToStop, log: server.log }
}

/**
 * Puts a server under load and under bad clients, and says what it did.
 *
 * @param findings Is told of all that is wrong, also where the soak cannot come to its end.
 * @param signal Ends it early.
 * @param print For a line of progress.
 */
export async function soak(
  { requests, seed }: SoakOptions,
  findings: Findings,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<Result> {
  const pools = await makePools(seed)
  const server = await ServerProcess.start(serverFlags(seed))
  try {
    return await runAll(server, { port: server.port, pools, seed, findings, signal }, requests, print)
  } catch (error) {
    if (server.running) throw error
    throw new Error(`the server has ended: ${server.lastWords}`, { cause: error })
  } finally {
    server.kill()
  }
}
