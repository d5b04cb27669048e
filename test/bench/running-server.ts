import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AUTHORIZATION, targets, type Target } from './answers.js'
import { BenchError } from './machine.js'
import type { MeasuredServer } from './servers.js'

const run = promisify(execFile)

const MAX_START_MS = 30_000
/** Clock ticks of /proc in a second: fixed in Linux's interface to programs (USER_HZ). */
const TICKS_PER_SECOND = 100

/** What a server did under load. */
export interface Load {
  readonly requestsPerSecond: number
  readonly p99Ms: number
  /** CPU time of the server for each request. */
  readonly cpuMicroseconds: number
}

/** Finds a free port, because some of the servers cannot choose one and report it. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function readField(text: string, pattern: RegExp): readonly string[] {
  const match = pattern.exec(text)
  if (!match) throw new BenchError(`cannot read the output of wrk: ${text}`)
  return match
}

/** The process of a server, on the first processor. */
export class RunningServer {
  /** From the start of the process to its first response, in ms. */
  readonly startMs: number
  readonly #server: MeasuredServer
  readonly #child: ChildProcess
  readonly #origin: string

  private constructor(server: MeasuredServer, child: ChildProcess, origin: string, startMs: number) {
    this.#server = server
    this.#child = child
    this.#origin = origin
    this.startMs = startMs
  }

  /**
   * Starts a server, waits for its first response, and checks all responses.
   *
   * @throws BenchError If the server does not start, or a response is wrong.
   */
  static async start(server: MeasuredServer): Promise<RunningServer> {
    const port = await findFreePort()
    const origin = `http://127.0.0.1:${port}`
    const args = ['-c', '0', process.execPath, ...server.args(port)]
    const start = performance.now()
    const child = spawn('taskset', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const isListening = () =>
      fetch(origin + server.paths.volunteer).then(
        () => true,
        () => false,
      )
    while (!(await isListening()) && child.exitCode === null && performance.now() - start < MAX_START_MS) {
      await delay(1)
    }
    const running = new RunningServer(server, child, origin, performance.now() - start)
    try {
      if (server.sandbox !== undefined) await running.#createSandbox(server.sandbox)
      await running.check()
    } catch (error) {
      await running.stop()
      throw error
    }
    return running
  }

  /** @throws BenchError If a response is wrong. */
  async check(): Promise<void> {
    const { name, paths, headers = [], accepts } = this.#server
    const all = [`Authorization: ${AUTHORIZATION}`, ...headers].map(
      (line) => line.split(': ') as [string, string],
    )
    for (const target of targets) {
      const response = await fetch(this.#origin + paths[target], { headers: all }).catch(() => undefined)
      if (!response || !accepts(target, await response.text())) {
        throw new BenchError(`${name} has no or a wrong response to the request for ${target}`)
      }
    }
  }

  async #createSandbox(name: string): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify([name])
    await fetch(`${this.#origin}/__conmock/v1/sandboxes.create`, { method: 'POST', headers, body })
  }

  /** Requests a target with 50 connections from the second processor, as fast as the server responds. */
  async load(target: Target, seconds: number): Promise<Load> {
    const { name, paths, headers = [] } = this.#server
    const lines = [`Authorization: ${AUTHORIZATION}`, ...headers].flatMap((line) => ['-H', line])
    const wrk = `wrk -t1 -c50 -d${seconds}s --latency --timeout 10s`.split(' ')
    const before = this.#cpuSeconds
    const { stdout } = await run('taskset', ['-c', '1', ...wrk, ...lines, this.#origin + paths[target]])
    const used = this.#cpuSeconds - before
    if (/Non-2xx|Socket errors/.test(stdout)) throw new BenchError(`wrong responses of ${name}: ${stdout}`)
    const [, p99, unit] = readField(stdout, /99%\s+([\d.]+)(us|ms|s)/)
    return {
      requestsPerSecond: Number(readField(stdout, /Requests\/sec:\s+([\d.]+)/)[1]),
      p99Ms: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
      cpuMicroseconds: (used / Number(readField(stdout, /(\d+) requests in/)[1])) * 1e6,
    }
  }

  /** CPU time of all threads since the start. */
  get #cpuSeconds(): number {
    const text = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8')
    // The second field is the name of the program in parentheses, which may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
