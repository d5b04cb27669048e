import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { AUTHORIZATION } from './answers.js'
import { BenchError } from './bench-error.js'
import { wrongAnswer, type Contestant } from './contestants.js'

const MAX_START_MS = 30_000

/** Finds a free port, because some of the servers cannot choose one and report it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Requests a URL on a new connection, and returns the body. */
function ask(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: AUTHORIZATION }
    request(url, { headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => (body += text))
      response.on('end', () => resolve(body))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

/** A contestant's process, on the first processor. */
export class RunningContestant {
  readonly contestant: Contestant
  /** From the start of the process to its first right response. */
  readonly milliseconds: number
  readonly #child: ChildProcess
  readonly #origin: string

  private constructor(contestant: Contestant, child: ChildProcess, origin: string, milliseconds: number) {
    this.contestant = contestant
    this.#child = child
    this.#origin = origin
    this.milliseconds = milliseconds
  }

  /**
   * Starts a contestant, and waits for its first right response.
   *
   * @throws BenchError When it ends, does not answer in time, or answers wrongly.
   */
  static async start(contestant: Contestant): Promise<RunningContestant> {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const args = ['-c', '0', process.execPath, ...contestant.args(port)]
    const start = performance.now()
    const child = spawn('taskset', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const url = `${origin}${contestant.paths.volunteer}`
    let answered = false
    while (!answered && child.exitCode === null && performance.now() - start < MAX_START_MS) {
      // A server with spaces listens before the spaces exist.
      answered = await ask(url)
        .then((body) => contestant.right('volunteer', body))
        .catch(() => false)
      if (!answered) await delay(1)
    }
    const running = new RunningContestant(contestant, child, origin, performance.now() - start)
    if (answered) return running
    await running.stop()
    throw new BenchError(`${contestant.name} did not start`)
  }

  get pid(): number {
    return this.#child.pid!
  }

  url(path: string): string {
    return this.#origin + path
  }

  /** @throws BenchError When a response is wrong. */
  async check(): Promise<void> {
    const wrong = await wrongAnswer(this.contestant, (path) => ask(this.url(path)))
    if (wrong === undefined) return
    await this.stop()
    throw new BenchError(`${this.contestant.name} answers wrongly to the request for: ${wrong}`)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
