import { setTimeout } from 'node:timers/promises'
import { CheckedConnection } from './checked-connection.js'
import { Findings } from './findings.js'
import { HELD, HeldConnections } from './held-connections.js'
import { Lane, type Load } from './lane.js'
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
const AT_ONCE = 20
/** The 408 that a slow head gets takes so long, and is to be seen in a short run, too. */
const LEAST_MS = 13_000

/** Looks into the server when as many connections are open as always: what is held for others is about to go. */
async function settledSample(server: ServerProcess, connections: number): Promise<Sample> {
  for (let tries = 0; tries < MOST_TRIES && (await server.connections()) !== connections; tries++) {
    await setTimeout(MS_BETWEEN_TRIES)
  }
  return server.sample()
}

/** Everything that the server had when nobody was connected must be all that it has when nobody is any more. */
function checkReleased(before: Sample, after: Sample, findings: Findings): void {
  if (after.sockets > before.sockets) {
    findings.fault(`${after.sockets - before.sockets} connections were left open in the server`)
  }
  if ((after.descriptors ?? 0) > (before.descriptors ?? 0)) {
    findings.fault(`file descriptors: ${before.descriptors} before, ${after.descriptors} after`)
  }
}

/** The server's own log must tell of the same answers, of no fault, and of no more than what nobody waited for. */
function checkLog(server: ServerProcess, findings: Findings): void {
  const { log } = server
  const certain = findings.statuses
  for (const status of new Set([...log.statuses, ...certain.keys()])) {
    const [logged, seen] = [log.of(status), certain.get(status) ?? 0]
    // A preflight may be answered and not be told of; what is answered by 100 has another answer, too.
    if (logged < seen || logged > seen + findings.uncertain) {
      findings.fault(`the log tells of ${logged} answers with ${status}, and ${seen} were seen`)
    }
    if (status >= 500) findings.fault(`the log tells of ${logged} answers with ${status}`)
  }
}

/** Asks everything a few times: the server keeps what it has written once. */
async function warmUp({ port, pools, findings }: Load): Promise<void> {
  const connection = await CheckedConnection.open(port, findings)
  for (let time = 0; time < 3; time++) {
    for (const group of pools.usual) {
      for (let start = 0; start < group.length; start += AT_ONCE) {
        await connection.ask(group.slice(start, start + AT_ONCE))
      }
    }
  }
  connection.leave('close')
}

async function stopServer(server: ServerProcess, load: Load): Promise<number> {
  const { findings, port, pools } = load
  const [[volunteer]] = pools.usual as [[(typeof pools.usual)[number][number]]]
  // These are idle when the server is to stop, and must not keep it.
  for (let count = 0; count < 20; count++) {
    const connection = await CheckedConnection.open(port, findings)
    if (count % 2 === 0) await connection.ask([volunteer])
  }
  const { code, ms, stderr } = await server.stop()
  if (code !== 0) findings.fault(`the server ended with the code ${String(code)}`)
  if (stderr !== '') findings.fault(`the server wrote on stderr: ${stderr.slice(0, 1000)}`)
  return ms
}

/** Puts a server under load and under bad clients, and says what it did. @param print For a line of progress. */
export async function soak(
  { requests, seed }: SoakOptions,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<Result> {
  const findings = new Findings()
  const pools = await makePools(seed)
  const server = await ServerProcess.start(serverFlags(seed))
  try {
    const load: Load = { port: server.port, pools, seed, findings, signal }
    await warmUp(load)
    const before = await settledSample(server, 0)

    const held = new HeldConnections(load)
    await held.start()
    const lanes = Array.from({ length: LANES }, (_, number) => new Lane(load, number))
    const rounds = roundsFor(requests)
    const start = performance.now()
    const samples: Sample[] = []
    for (let round = 1; round <= rounds && !signal.aborted && !findings.hopeless; round++) {
      const each = Math.ceil(requests / rounds / LANES)
      const readers = new SlowReaders(load)
      const reading = readers.start()
      await Promise.all(
        lanes.map((lane, number) => lane.run(each, round === 1 && number === 0 ? pools.tokens : [])),
      )
      readers.goOn()
      await reading
      const sample = await settledSample(server, HELD)
      samples.push(sample)
      const seconds = (performance.now() - start) / 1000
      const rate = Math.round(findings.total / seconds)
      print(
        `${round}/${rounds}  ${findings.total} requests in ${seconds.toFixed(0)} s (${rate}/s), ${findings.failures} wrong, ` +
          `${sample.sockets} connections held, heap ${inMiB(sample.heap)}, memory ${inMiB(sample.rss)}`,
      )
    }
    const ms = performance.now() - start
    const left = LEAST_MS - ms
    if (left > 0) await setTimeout(left, undefined, { signal }).catch(() => undefined)
    await held.stop()

    const after = await settledSample(server, 0)
    checkReleased(before, after, findings)
    const growth = judgeMemory(samples)
    for (const fault of growth.faults) findings.fault(fault)
    const msToStop = await stopServer(server, load)
    checkLog(server, findings)
    return { findings, ms, samples, before, after, growth, msToStop, log: server.log }
  } finally {
    server.kill()
  }
}
