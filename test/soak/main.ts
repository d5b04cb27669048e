// npm run soak: tests the server with load, with bad clients and with clients of the control plane. Each response must equal that of `mock.fetch`, the log
// must contain the same responses, no connection may stay open, and memory must not grow.
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { Pool } from 'undici'
import { misbehave } from './bad-clients.js'
import { steerServer } from './control-clients.js'
import { Findings } from './findings.js'
import { createExchanges, serverFlags, type Exchange } from './requests.js'
import { startServerProcess, type Sample, type ServerProcess } from './server-process.js'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    requests: { type: 'string', default: '2000000' },
    seed: { type: 'string', default: '1' },
  },
})
const REQUESTS = values.short ? 60_000 : Number(values.requests)
const SEED = Number(values.seed)
const CONNECTIONS = 48
const PIPELINED = 8
/** The memory is measured after each round. */
const ROUNDS = 6
/** Step width through the list of requests, to send them in another order. */
const STRIDE = 7919
/** Several times the duration on an idle machine with two cores. */
const MAX_MS = 120_000 + REQUESTS * 0.5
const MAX_MS_TO_SETTLE = 5000

const MIB = 2 ** 20
/** More than compiled code and connections need. A leak of one number per request would be 16 MB for 2,000,000 requests. */
const MAX_HEAP_GROWTH = 3 * MIB
const MAX_RSS_GROWTH = 96 * MIB

const transport = new Set(['date', 'connection', 'keep-alive'])

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Sends a request, and compares the response. */
async function exchange(pool: Pool, { expected, ...asked }: Exchange, findings: Findings): Promise<void> {
  const { statusCode, headers, body } = await pool.request({
    ...asked,
    body: asked.body === '' ? null : asked.body,
  })
  const own = Object.entries(headers).filter(([name]) => !transport.has(name))
  const given = { status: statusCode, headers: Object.fromEntries(own), body: await body.text() }
  findings.count(statusCode)
  if (isDeepStrictEqual(given, expected)) return
  const texts = [given, expected].map((answer) => JSON.stringify(answer).slice(0, 1500))
  findings.fault(`${asked.method} ${asked.path}\n  got      ${texts[0]}\n  expected ${texts[1]}`)
}

/** Waits until the server has closed the remaining connections, and measures its memory. */
async function settledSample(server: ServerProcess): Promise<Sample> {
  const end = performance.now() + MAX_MS_TO_SETTLE
  let sample = await server.sample()
  while (sample.sockets > 0 && performance.now() < end) {
    await setTimeout(100)
    sample = await server.sample()
  }
  return sample
}

async function runRound(
  server: ServerProcess,
  exchanges: readonly Exchange[],
  findings: Findings,
): Promise<Sample> {
  const pool = new Pool(server.url, { connections: CONNECTIONS, pipelining: PIPELINED })
  let next = 0
  const isOver = () => next >= REQUESTS / ROUNDS || findings.hopeless
  async function runWorker(): Promise<void> {
    while (!isOver()) await exchange(pool, exchanges[(next++ * STRIDE) % exchanges.length]!, findings)
  }
  const workers = Promise.all(Array.from({ length: CONNECTIONS * PIPELINED }, runWorker))
  const steering = new Pool(server.url, { connections: 4 })
  async function steer(): Promise<void> {
    while (!isOver()) await steerServer(server, steering, findings)
  }
  const controls = Promise.all([steer(), steer()])
  while (!isOver()) await misbehave(server.port, findings)
  await Promise.all([workers, controls])
  await Promise.all([pool.close(), steering.close()])
  return settledSample(server)
}

/** Compares the lowest sample of the first third with the lowest of the last third. */
function growth(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const compared = Math.ceil(samples.length / 3)
  return Math.min(...samples.slice(-compared).map(of)) - Math.min(...samples.slice(0, compared).map(of))
}

function inMiB(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}

async function soak(server: ServerProcess, findings: Findings): Promise<void> {
  const { anyOrder, tokens } = await createExchanges(SEED)
  const before = await server.sample()
  const warmUp = new Pool(server.url, { connections: 1 })
  for (const each of [...tokens, ...anyOrder]) await exchange(warmUp, each, findings)
  await misbehave(server.port, findings)
  const steering = new Pool(server.url, { connections: 4 })
  // The streams of events need requests of others.
  await Promise.all([
    steerServer(server, steering, findings),
    ...anyOrder.slice(0, 50).map((each) => exchange(warmUp, each, findings)),
  ])
  await steering.close()
  await warmUp.close()

  const samples: Sample[] = []
  const start = performance.now()
  for (let round = 1; round <= ROUNDS && !findings.hopeless; round++) {
    const sample = await runRound(server, anyOrder, findings)
    samples.push(sample)
    const perSecond = Math.round(findings.total / ((performance.now() - start) / 1000))
    print(
      `${round}/${ROUNDS}  ${findings.total} answers (${perSecond}/s), heap ${inMiB(sample.heap)}, memory ${inMiB(sample.rss)}`,
    )
  }

  const after = samples.at(-1)!
  if (after.sockets > before.sockets) findings.fault(`${after.sockets} connections were left open`)
  if ((after.descriptors ?? 0) > (before.descriptors ?? 0)) {
    findings.fault(`file descriptors: ${before.descriptors} before, ${after.descriptors} after`)
  }
  const heap = growth(samples, (sample) => sample.heap)
  if (heap > MAX_HEAP_GROWTH) findings.fault(`the heap grew by ${inMiB(heap)}`)
  const rss = growth(samples, (sample) => sample.rss)
  if (rss > MAX_RSS_GROWTH) findings.fault(`the memory grew by ${inMiB(rss)}`)

  const idle = new Pool(server.url, { connections: 1 })
  await exchange(idle, anyOrder[0]!, findings)
  const { code, stderr } = await server.stop()
  if (code !== 0 || stderr !== '')
    findings.fault(`the server ended with the code ${code}: ${stderr.slice(0, 1000)}`)
  await idle.destroy()
  findings.checkLog(server.log)
}

const findings = new Findings()
const server = await startServerProcess(serverFlags(SEED))
const late = new AbortController()
void setTimeout(MAX_MS, undefined, { signal: late.signal }).then(
  () => {
    print(`FAILED: not done in ${MAX_MS / 1000} s\n${findings.describe()}`)
    process.exit(1)
  },
  () => undefined,
)
try {
  print(`${REQUESTS} requests, seed ${SEED}`)
  await soak(server, findings)
  for (const [status, count] of [...findings.statuses].toSorted(([a], [b]) => a - b))
    print(`${status}: ${count}`)
} catch (error) {
  findings.fault(String(error))
} finally {
  late.abort()
  server.kill()
}
print(findings.describe())
if (findings.failed) process.exitCode = 1
