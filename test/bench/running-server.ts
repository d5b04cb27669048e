import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { callMember } from '../support/call-member.js'
import { recordsIn, targets, type MeasuredServer, type Target } from './servers.js'

const run = promisify(execFile)

const MAX_START_MS = 30_000
/** Clock ticks of /proc in a second: fixed in Linux's interface to programs (USER_HZ). */
const TICKS_PER_SECOND = 100

/** What a server did under load. */
export interface Load {
  readonly requestsPerSecond: number
  /** CPU time of the server for each request. */
  readonly cpuMicroseconds: number
}

/** Finds a free port, because json-server cannot choose one and report it. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function numberIn(text: string, pattern: RegExp): number {
  const match = pattern.exec(text)
  if (!match) throw new Error(`cannot read the output of wrk: ${text}`)
  return Number(match[1])
}

/** The process of a server, on the first processor. */
export class RunningServer {
  /** From the start of the process to its first response, in ms. */
  startMs = 0
  readonly #server: MeasuredServer
  readonly #child: ChildProcess
  readonly #origin: string

  private constructor(server: MeasuredServer, port: number) {
    const args = ['-c', '0', process.execPath, ...server.args, String(port)]
    this.#server = server
    this.#child = spawn('taskset', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    this.#origin = `http://127.0.0.1:${port}`
  }

  /** Starts a server, and waits for its first response. */
  static async start(server: MeasuredServer): Promise<RunningServer> {
    const port = await findFreePort()
    const start = performance.now()
    const running = new RunningServer(server, port)
    const isListening = () => running.#ask('volunteer').then(Boolean, () => false)
    while (!(await isListening()) && performance.now() - start < MAX_START_MS) await delay(1)
    running.startMs = performance.now() - start
    if (server.sandbox !== undefined) await callMember(running.#origin, 'sandboxes.create', [server.sandbox])
    return running
  }

  async #ask(target: Target): Promise<string> {
    const { paths, headers } = this.#server
    const lines = headers.map((line) => line.split(': ') as [string, string])
    return (await fetch(this.#origin + paths[target], { headers: lines })).text()
  }

  /** @throws Error If a response does not have the same records as conmock. */
  async check(bodies: Readonly<Record<Target, string>>): Promise<void> {
    for (const target of targets) {
      if (!isDeepStrictEqual(recordsIn(await this.#ask(target)), recordsIn(bodies[target]))) {
        throw new Error(`${this.#server.name} has a wrong response to the request for ${target}`)
      }
    }
  }

  /** Requests a target with 50 connections from the second processor, as fast as the server responds. */
  async load(target: Target, seconds: number): Promise<Load> {
    const { name, paths, headers } = this.#server
    const wrk = `wrk -t1 -c50 -d${seconds}s --timeout 10s`.split(' ')
    const lines = headers.flatMap((line) => ['-H', line])
    const before = this.#cpuSeconds
    const { stdout } = await run('taskset', ['-c', '1', ...wrk, ...lines, this.#origin + paths[target]])
    const used = this.#cpuSeconds - before
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrong responses of ${name}: ${stdout}`)
    return {
      requestsPerSecond: numberIn(stdout, /Requests\/sec:\s+([\d.]+)/),
      cpuMicroseconds: (used / numberIn(stdout, /(\d+) requests in/)) * 1e6,
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
