// npm run soak: tests the server with load, with bad clients and with clients of the admin API. Each response must equal
// that of `mock.fetch`, no connection may stay open, and memory must not grow.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { misbehave } from './bad-clients.js'
import { steerServer } from './admin-clients.js'
import { Findings } from './findings.js'
import { createExchanges, serverFlags, type Exchange } from './requests.js'
import { startServerProcess, type Sample, type ServerProcess } from './server-process.js'

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const REQUESTS = values.short ? 60_000 : 2_000_000
const CONNECTIONS = 48
const PIPELINED = 8
/** The memory is measured after each round. */
const ROUNDS = 6
/** Step width through the list of requests, to send them in another order. */
const STRIDE = 7919
/** Several times the duration on an idle machine with two cores. */
const MAX_MS = 120_000 + REQUESTS * 0.5
/** Longer than the server keeps an unused connection open. */
const MS_TO_SETTLE = 7000
const MIB = 2 ** 20
/** More than compiled code and connections need. A leak of one number per request would be 16 MB for 2,000,000 requests. */
const limits = { heap: 3 * MIB, rss: 96 * MIB }

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Sends a request, and compares the response. */
async function exchange(pool: Pool, { status, text, ...asked }: Exchange, findings: Findings): Promise<void> {
  const { statusCode, body } = await pool.request(asked)
  findings.expect(`${asked.method} ${asked.path}`, [statusCode, await body.text()], [status, text])
}

/** Returns the resources of the server after a number of requests. */
async function runRound(
  server: ServerProcess,
  requests: number,
  exchanges: readonly Exchange[],
  findings: Findings,
): Promise<Sample> {
  const pool = new Pool(server.url, { connections: CONNECTIONS, pipelining: PIPELINED })
  let next = 0
  const isOver = () => next >= requests || findings.isHopeless
  async function repeat(run: () => Promise<void>): Promise<void> {
    do await run()
    while (!isOver())
  }
  const send = () => exchange(pool, exchanges[(next++ * STRIDE) % exchanges.length]!, findings)
  await Promise.all([
    ...Array.from({ length: CONNECTIONS * PIPELINED }, () => repeat(send)),
    ...Array.from({ length: 2 }, () => repeat(() => steerServer(server.url, findings))),
    repeat(() => misbehave(server.port, findings)),
  ])
  await pool.close()
  return server.sample()
}

/** Compares the lowest sample of the first third with the lowest of the last third. */
function growthOf(samples: readonly Sample[], what: keyof typeof limits): number {
  const compared = Math.ceil(samples.length / 3)
  const lowest = (some: readonly Sample[]) => Math.min(...some.map((sample) => sample[what]))
  return lowest(samples.slice(-compared)) - lowest(samples.slice(0, compared))
}

async function soak(server: ServerProcess, findings: Findings): Promise<void> {
  const exchanges = await createExchanges()
  // Warm-up: the mock generates its records.
  await runRound(server, exchanges.length, exchanges, findings)
  const samples: Sample[] = []
  while (samples.length < ROUNDS && !findings.isHopeless) {
    const sample = await runRound(server, REQUESTS / ROUNDS, exchanges, findings)
    samples.push(sample)
    const sizes = [sample.heap, sample.rss].map((bytes) => `${(bytes / MIB).toFixed(1)} MiB`)
    print(`${samples.length}/${ROUNDS}  heap ${sizes[0]}, memory ${sizes[1]}`)
  }
  await setTimeout(MS_TO_SETTLE)
  findings.expect('open connections', (await server.sample()).sockets, 0)
  for (const what of ['heap', 'rss'] as const) {
    findings.expect(
      `${what} grew by ${growthOf(samples, what)} bytes`,
      growthOf(samples, what) > limits[what],
      false,
    )
  }
  findings.expect('the end of the server', await server.stop(), { code: 0, stderr: '' })
}

const findings = new Findings()
const server = await startServerProcess(serverFlags)
const late = setTimeout(MAX_MS, 'late', { ref: false })
try {
  findings.expect(
    `the end within ${MAX_MS} ms`,
    await Promise.race([soak(server, findings), late]),
    undefined,
  )
} catch (error) {
  findings.faults.push(String((error as Error).stack))
} finally {
  server.kill()
}
print([`${findings.faults.length} faults`, ...findings.faults.slice(0, 5)].join('\n\n'))
process.exit(findings.faults.length === 0 ? 0 : 1)
